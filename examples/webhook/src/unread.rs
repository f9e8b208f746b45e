//! A limit for clients that do not read their answers.

use axum::body::{Body, Bytes, HttpBody};
use axum_server::accept::Accept;
use http_body::{Frame, SizeHint};
use std::{
    future::Future,
    io,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// The body of an answer. Over HTTP/2 a client may read nothing of it while its connection goes on; the text is dropped after `limit`.
pub(crate) fn body(text: Vec<u8>, limit: Duration) -> Body {
    if text.len() <= FRAME {
        return text.into();
    }
    let left = Arc::new(Mutex::new(Some(Bytes::from(text))));
    let dropped = Arc::downgrade(&left);
    tokio::spawn(async move {
        sleep(limit).await;
        if let Some(left) = dropped.upgrade() {
            left.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
    });
    Body::new(Expiring(left))
}

/// The part of a text that is not sent yet; `None` if its time is over.
struct Expiring(Arc<Mutex<Option<Bytes>>>);

impl HttpBody for Expiring {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let mut left = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(text) = left.as_mut() else { return Poll::Ready(Some(Err(unread()))) };
        if text.is_empty() {
            return Poll::Ready(None);
        }
        let part = text.split_to(text.len().min(FRAME));
        // A copy: a part that waits must not keep the whole text.
        Poll::Ready(Some(Ok(Frame::data(Bytes::copy_from_slice(&part)))))
    }

    fn size_hint(&self) -> SizeHint {
        let left = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        SizeHint::with_exact(left.as_ref().map_or(0, Bytes::len) as u64)
    }
}

/// Bytes that are handed over at once.
const FRAME: usize = 16 << 10;

fn unread() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the client does not read its answer")
}

/// Accepts connections as `acceptor` does, and ends those whose client lets an answer wait for `limit`.
#[derive(Clone, Debug)]
pub(crate) struct Limited<A> {
    pub(crate) acceptor: A,
    pub(crate) limit: Duration,
}

impl<I, S, A> Accept<I, S> for Limited<A>
where
    A: Accept<I, S, Future: Send + 'static>,
{
    type Stream = Watched<A::Stream>;
    type Service = A::Service;
    type Future = Pin<Box<dyn Future<Output = io::Result<(Self::Stream, Self::Service)>> + Send>>;

    fn accept(&self, stream: I, service: S) -> Self::Future {
        let (accepted, limit) = (self.acceptor.accept(stream, service), self.limit);
        Box::pin(async move {
            let (stream, service) = accepted.await?;
            Ok((Watched { stream, limit, waiting: None }, service))
        })
    }
}

/// A connection whose answers must leave within the limit.
#[derive(Debug)]
pub(crate) struct Watched<S> {
    stream: S,
    limit: Duration,
    /// Runs from the first write that has to wait until all is written.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S: Unpin> Watched<S> {
    /// Ends the wait for `written` at the limit.
    fn limited<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            return written;
        }
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(self.limit)));
        ready!(waiting.as_mut().poll(cx));
        Poll::Ready(Err(unread()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.limited(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.limited(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        if flushed.is_ready() {
            self.waiting = None;
        }
        self.limited(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let closed = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.limited(cx, closed)
    }
}
