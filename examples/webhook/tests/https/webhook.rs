//! Runs the webhook as a process. The test makes its own authority and certificate.

use crate::client::Client;
use rcgen::{CertificateParams, IsCa, Issuer, KeyPair};
use std::{
    env, fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::CertificateDer};

/// A running webhook. It is ended when dropped.
pub(crate) struct Webhook {
    process: Child,
    log: Arc<Mutex<String>>,
    folder: PathBuf,
    authority: Issuer<'static, KeyPair>,
    pub(crate) address: SocketAddr,
    pub(crate) tls: Arc<ClientConfig>,
}

impl Webhook {
    /// Starts a webhook. `name` is part of its folder's name.
    pub(crate) fn start(name: &str, settings: &[(&str, &str)]) -> Self {
        let folder = env::temp_dir().join(format!("webhook-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        let root = params.self_signed(&key).unwrap().der().clone();
        let authority = Issuer::new(params, key);
        write_pair(&folder, &authority);
        let mut process = Command::new(env!("CARGO_BIN_EXE_webhook"))
            .env("LISTEN", "127.0.0.1:0")
            .env("CERTIFICATE", folder.join("tls.crt"))
            .env("KEY", folder.join("tls.key"))
            .env("POLL_MS", "50")
            .envs(settings.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let (lines, kept) = (BufReader::new(process.stderr.take().unwrap()).lines(), log.clone());
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let mut log = kept.lock().unwrap();
                log.push_str(&line);
                log.push('\n');
            }
        });
        let tls = trusting(root);
        let mut webhook = Webhook { process, log, folder, authority, address: ([0; 4], 0).into(), tls };
        let log = webhook.wait_for_log("listening on https://");
        let address = log.split("listening on https://").nth(1).and_then(|rest| rest.lines().next());
        webhook.address = address.unwrap().parse().unwrap();
        webhook
    }

    pub(crate) async fn client(&self) -> Client {
        Client::connect(self.address, self.tls.clone()).await.unwrap()
    }

    /// Waits until the log contains a text, and returns the log.
    pub(crate) fn wait_for_log(&self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let log = self.log.lock().unwrap().clone();
            if log.contains(text) {
                return log;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "no {text:?} in the log:\n{log}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Replaces the certificate.
    pub(crate) fn rotate(&self) {
        write_pair(&self.folder, &self.authority);
    }

    /// Replaces the key by one that does not match the certificate.
    pub(crate) fn spoil(&self) {
        fs::write(self.folder.join("tls.key"), KeyPair::generate().unwrap().serialize_pem()).unwrap();
    }

    pub(crate) fn terminate(&self) {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.process.wait().unwrap()
    }

    /// Its memory in KiB, if the system reports it.
    pub(crate) fn memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches(" kB").parse().ok()
    }
}

impl Drop for Webhook {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn write_pair(folder: &std::path::Path, authority: &Issuer<'_, KeyPair>) {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, authority).unwrap();
    fs::write(folder.join("tls.crt"), certificate.pem()).unwrap();
    fs::write(folder.join("tls.key"), key.serialize_pem()).unwrap();
}

fn trusting(root: CertificateDer<'static>) -> Arc<ClientConfig> {
    let mut roots = RootCertStore::empty();
    roots.add(root).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap();
    Arc::new(config.with_root_certificates(roots).with_no_client_auth())
}
