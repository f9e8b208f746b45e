//! A client with one connection, and a connection for any bytes.

use http_body_util::{BodyExt, Full};
use hyper::{Request, body::Bytes, client::conn::http1};
use hyper_util::rt::TokioIo;
use std::{error::Error, net::SocketAddr, sync::Arc};
use tokio::net::TcpStream;
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{ClientConfig, pki_types::ServerName},
};

pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// One connection.
pub(crate) struct Client {
    sender: http1::SendRequest<Full<Bytes>>,
    /// The certificate of the server.
    pub(crate) certificate: Vec<u8>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr, tls: Arc<ClientConfig>) -> Result<Self> {
        let stream = stream(address, tls).await?;
        let certificate = stream.get_ref().1.peer_certificates().unwrap_or_default()[0].to_vec();
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Client { sender, certificate })
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<(u16, Bytes)> {
        self.send(Request::get(path).header("Host", "localhost").body(Full::default())?).await
    }

    pub(crate) async fn post(&mut self, path: &str, kind: &str, body: Bytes) -> Result<(u16, Bytes)> {
        let request = Request::post(path).header("Host", "localhost").header("Content-Type", kind);
        self.send(request.body(Full::new(body))?).await
    }

    async fn send(&mut self, request: Request<Full<Bytes>>) -> Result<(u16, Bytes)> {
        self.sender.ready().await?;
        let response = self.sender.send_request(request).await?;
        let code = response.status().as_u16();
        Ok((code, response.into_body().collect().await?.to_bytes()))
    }
}

/// A connection for bytes that are not a complete request.
pub(crate) async fn stream(address: SocketAddr, tls: Arc<ClientConfig>) -> Result<TlsStream<TcpStream>> {
    let name = ServerName::try_from("localhost")?;
    Ok(TlsConnector::from(tls).connect(name, TcpStream::connect(address).await?).await?)
}
