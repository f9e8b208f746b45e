//! Works on many inputs at once. The results keep the order of the inputs.

use std::{
    collections::BTreeMap,
    io,
    panic::{self, AssertUnwindSafe},
    sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
};

/// Hands the results of `work` to `take`. `size` is the number of bytes of an input. The inputs whose results
/// were not taken yet have at most [`AT_ONCE`] bytes, or are one input.
///
/// # Errors
/// If no thread can be started.
pub(super) fn in_order<I: Sync, R: Send, T>(
    inputs: &[I],
    size: impl Fn(&I) -> u64 + Sync,
    work: impl Fn(&I) -> R + Sync,
    take: impl FnOnce(&mut dyn Iterator<Item = R>) -> T,
) -> io::Result<T> {
    if inputs.len() < 2 {
        // One input needs no further thread, which would only take memory.
        return Ok(take(&mut inputs.iter().map(work)));
    }
    let queue = Queue::default();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        // This also stops the threads if `take` panics.
        let mut results = Results { queue: &queue, receiver, done: BTreeMap::new(), taken: 0 };
        let threads = thread::available_parallelism().map_or(1, |threads| threads.get()).min(inputs.len());
        for i in 0..threads {
            let sender = sender.clone();
            let worker = || {
                let sender = sender;
                while let Some((at, bytes)) = queue.next(inputs, &size) {
                    let result = panic::catch_unwind(AssertUnwindSafe(|| work(&inputs[at])));
                    if sender.send((at, Done { bytes, result })).is_err() {
                        return;
                    }
                }
            };
            match thread::Builder::new().stack_size(super::STACK).spawn_scoped(scope, worker) {
                Ok(_) => {}
                Err(error) if i == 0 => return Err(error),
                // Fewer threads are enough.
                Err(_) => break,
            }
        }
        drop(sender);
        Ok(take(&mut results))
    })
}

/// The results, in the order of the inputs.
struct Results<'q, R> {
    queue: &'q Queue,
    receiver: mpsc::Receiver<(usize, Done<R>)>,
    /// Results that came before it was their turn.
    done: BTreeMap<usize, Done<R>>,
    taken: usize,
}

struct Done<R> {
    bytes: u64,
    result: thread::Result<R>,
}

impl<R> Iterator for Results<'_, R> {
    type Item = R;

    fn next(&mut self) -> Option<R> {
        let done = loop {
            if let Some(done) = self.done.remove(&self.taken) {
                break done;
            }
            let (at, done) = self.receiver.recv().ok()?;
            self.done.insert(at, done);
        };
        self.taken += 1;
        self.queue.release(done.bytes);
        Some(done.result.unwrap_or_else(|panic| panic::resume_unwind(panic)))
    }
}

impl<R> Drop for Results<'_, R> {
    fn drop(&mut self) {
        self.queue.stop();
    }
}

/// State that the threads share.
#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    next: usize,
    /// Bytes of the inputs whose results were not taken yet.
    bytes: u64,
    is_stopped: bool,
}

impl Queue {
    /// The next input and its size, once there is room for it.
    fn next<I>(&self, inputs: &[I], size: impl Fn(&I) -> u64) -> Option<(usize, u64)> {
        let mut state = self.state();
        loop {
            let input = inputs.get(state.next).filter(|_| !state.is_stopped)?;
            let bytes = size(input);
            if state.bytes == 0 || state.bytes.saturating_add(bytes) <= AT_ONCE {
                let at = state.next;
                state.next += 1;
                // An empty input counts as one byte, since `bytes == 0` means that no thread works.
                let bytes = bytes.max(1);
                state.bytes = state.bytes.saturating_add(bytes);
                return Some((at, bytes));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn release(&self, bytes: u64) {
        let mut state = self.state();
        state.bytes = state.bytes.saturating_sub(bytes);
        self.changed.notify_all();
    }

    fn stop(&self) {
        self.state().is_stopped = true;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Limit in bytes. Checking a file takes up to a hundred times its size.
const AT_ONCE: u64 = 4 << 20;

#[cfg(test)]
mod tests;
