//! Smaller trees and objects with the same difference.
