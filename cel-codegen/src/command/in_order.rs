//! Works on many inputs at once. The results keep the order of the inputs.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    io,
    panic::{self, AssertUnwindSafe},
    sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
};

/// Hands the results of `work` to `take`. `size` is the number of bytes of an input. The inputs that are worked on at
/// the same time have at most [`AT_ONCE`] bytes, or are one input. The same holds for [`AHEAD`] and the inputs whose
/// results were not taken yet.
///
/// # Errors
/// If no thread can be started.
pub(super) fn in_order<I: Sync, R: Send, T>(
    inputs: &[I],
    size: impl Fn(&I) -> u64,
    work: impl Fn(&I) -> R + Sync,
    take: impl FnOnce(&mut dyn Iterator<Item = R>) -> T,
) -> io::Result<T> {
    if inputs.len() < 2 {
        // One input needs no further thread, which would only take memory.
        return Ok(take(&mut inputs.iter().map(work)));
    }
    let queue = Queue::new(inputs.iter().map(size).collect());
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        // This also stops the threads if `take` panics.
        let mut results = Results { queue: &queue, receiver, done: BTreeMap::new(), taken: 0 };
        let threads = thread::available_parallelism().map_or(1, |threads| threads.get()).min(inputs.len());
        for i in 0..threads {
            let sender = sender.clone();
            let worker = || {
                let sender = sender;
                while let Some((at, bytes)) = queue.next() {
                    let result = panic::catch_unwind(AssertUnwindSafe(|| work(&inputs[at])));
                    queue.is_done(bytes);
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
        self.queue.is_taken(done.bytes);
        Some(done.result.unwrap_or_else(|panic| panic::resume_unwind(panic)))
    }
}

impl<R> Drop for Results<'_, R> {
    fn drop(&mut self) {
        self.queue.stop();
    }
}

/// State that the threads share.
struct Queue {
    sizes: Vec<u64>,
    /// The order in which the inputs begin.
    order: Vec<usize>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The number of inputs that have begun.
    begun: usize,
    /// Bytes of the inputs that are worked on.
    at_work: u64,
    /// Bytes of the inputs whose results were not taken yet.
    ahead: u64,
    is_stopped: bool,
}

impl Queue {
    fn new(sizes: Vec<u64>) -> Self {
        Queue { order: order(&sizes), sizes, state: Mutex::default(), changed: Condvar::new() }
    }

    /// The next input and its size, once there is room for it.
    fn next(&self) -> Option<(usize, u64)> {
        let mut state = self.state();
        loop {
            let at = *self.order.get(state.begun).filter(|_| !state.is_stopped)?;
            let bytes = self.sizes.get(at).map_or(1, counted);
            if has_room(state.at_work, bytes, AT_ONCE) && has_room(state.ahead, bytes, AHEAD) {
                state.begun += 1;
                state.at_work = state.at_work.saturating_add(bytes);
                state.ahead = state.ahead.saturating_add(bytes);
                return Some((at, bytes));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn is_done(&self, bytes: u64) {
        let mut state = self.state();
        state.at_work = state.at_work.saturating_sub(bytes);
        self.changed.notify_all();
    }

    fn is_taken(&self, bytes: u64) {
        let mut state = self.state();
        state.ahead = state.ahead.saturating_sub(bytes);
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

/// True if an input may begin beside others. One input alone may have any size.
fn has_room(others: u64, bytes: u64, most: u64) -> bool {
    others == 0 || others.saturating_add(bytes) <= most
}

/// The size that counts. An empty input counts as one byte, since a sum of 0 means that there is no input.
fn counted(bytes: &u64) -> u64 {
    (*bytes).max(1)
}

/// The largest inputs begin first: at the end of the work a single large one would keep one thread busy while the others have
/// nothing to do. This holds for inputs that together have at most [`AHEAD`] bytes. A result is taken when its turn comes, so an
/// input never waits for one of a later group.
fn order(sizes: &[u64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    let mut rest = order.as_mut_slice();
    while !rest.is_empty() {
        let mut sum = 0_u64;
        let is_of_group = |at: &&usize| {
            sum = sum.saturating_add(sizes.get(**at).map_or(1, counted));
            sum <= AHEAD
        };
        let count = rest.iter().take_while(is_of_group).count().max(1);
        let (group, others) = rest.split_at_mut(count);
        group.sort_by_key(|at| Reverse(sizes.get(*at)));
        rest = others;
    }
    order
}

/// Limit in bytes for the inputs at work. Checking a file takes up to a hundred times its size.
const AT_ONCE: u64 = 4 << 20;

/// Limit in bytes for the inputs whose results wait. A result is a text, mostly much shorter than its file.
const AHEAD: u64 = 16 << 20;

#[cfg(test)]
mod tests;
