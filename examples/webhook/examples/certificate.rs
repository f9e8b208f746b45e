//! Writes the files to try the webhook without a cluster: an authority, and a certificate for this machine.
//!
//! `certificate FOLDER` writes `authority.crt`, `tls.crt` and `tls.key`.

use rcgen::{BasicConstraints, CertificateParams, DistinguishedName, DnType, IsCa, Issuer, KeyPair};
use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    write(Path::new(&env::args_os().nth(1).ok_or("usage: certificate FOLDER")?))
}

/// Writes the three files.
pub(crate) fn write(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let key = KeyPair::generate()?;
    let mut params = named("authority of the webhook", Vec::new())?;
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    fs::write(folder.join("authority.crt"), params.self_signed(&key)?.pem())?;
    let authority = Issuer::new(params, key);

    let key = KeyPair::generate()?;
    let params = named("webhook", vec!["localhost".to_owned(), "127.0.0.1".to_owned()])?;
    fs::write(folder.join("tls.crt"), params.signed_by(&key, &authority)?.pem())?;
    fs::write(folder.join("tls.key"), key.serialize_pem())?;
    Ok(())
}

/// OpenSSL takes a certificate whose issuer has the name of its subject for a self-signed one, and so does curl. So each has a name.
fn named(name: &str, hosts: Vec<String>) -> Result<CertificateParams, rcgen::Error> {
    let mut params = CertificateParams::new(hosts)?;
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, name);
    Ok(params)
}
