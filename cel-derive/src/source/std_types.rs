//! The types in modules of std. So a glob of such a module brings no other name: `use std::time::*`.

/// True if a module of std has a type of this name; `None` if the module is not in the table.
pub(super) fn has_type(module: &str, name: &str) -> Option<bool> {
    let types = match module {
        "borrow" => "Cow",
        "cell" => "BorrowError BorrowMutError Cell LazyCell OnceCell Ref RefCell RefMut UnsafeCell",
        "cmp" => "Ordering Reverse",
        "collections" => {
            "BTreeMap BTreeSet BinaryHeap Bound HashMap HashSet LinkedList TryReserveError VecDeque"
        }
        "convert" => "Infallible",
        "fmt" => {
            "Alignment Arguments DebugList DebugMap DebugSet DebugStruct DebugTuple Error Formatter FromFn Result"
        }
        "marker" => "PhantomData PhantomPinned",
        "net" => {
            "AddrParseError Incoming IntoIncoming IpAddr Ipv4Addr Ipv6Addr Ipv6MulticastScope Shutdown SocketAddr \
             SocketAddrV4 SocketAddrV6 TcpListener TcpStream UdpSocket"
        }
        "num" => {
            "FpCategory IntErrorKind NonZero NonZeroI128 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroI8 NonZeroIsize \
             NonZeroU128 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroU8 NonZeroUsize ParseFloatError ParseIntError \
             Saturating TryFromIntError Wrapping"
        }
        "ops" => "Bound ControlFlow Range RangeFrom RangeFull RangeInclusive RangeTo RangeToInclusive",
        "path" => {
            "Ancestors Component Components Display Iter Path PathBuf Prefix PrefixComponent StripPrefixError"
        }
        "rc" => "Rc UniqueRc Weak",
        "sync" => {
            "Arc Barrier BarrierWaitResult Condvar Exclusive LazyLock LockResult MappedMutexGuard \
             MappedRwLockReadGuard MappedRwLockWriteGuard Mutex MutexGuard Once OnceLock OnceState PoisonError \
             ReentrantLock ReentrantLockGuard RwLock RwLockReadGuard RwLockWriteGuard TryLockError TryLockResult \
             UniqueArc WaitTimeoutResult Weak"
        }
        "time" => "Duration Instant SystemTime SystemTimeError TryFromFloatSecsError",
        _ => return None,
    };
    Some(types.split_whitespace().any(|ty| ty == name))
}
