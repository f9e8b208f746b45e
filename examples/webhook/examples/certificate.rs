//! Writes the files to try the webhook without a cluster: an authority, and a certificate for this machine.
//!
//! `certificate FOLDER` writes `authority.crt`, `tls.crt` and `tls.key`.

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args_os().nth(1).ok_or("usage: certificate FOLDER")?);
    fs::create_dir_all(&folder)?;
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new([])?;
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    fs::write(folder.join("authority.crt"), params.self_signed(&key)?.pem())?;
    let authority = Issuer::new(params, key);

    let key = KeyPair::generate()?;
    let params = CertificateParams::new(["localhost".to_owned(), "127.0.0.1".to_owned()])?;
    fs::write(folder.join("tls.crt"), params.signed_by(&key, &authority)?.pem())?;
    fs::write(folder.join("tls.key"), key.serialize_pem())?;
    Ok(())
}
