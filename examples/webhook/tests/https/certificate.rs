//! The certificate of the example `certificate`.

#[path = "../../examples/certificate.rs"]
#[expect(dead_code, reason = "the test writes to a folder of its own, so it has no use for `main`")]
mod example;

use std::{env, fs, process};
use tokio_rustls::rustls::pki_types::{CertificateDer, pem::PemObject};

/// OpenSSL, and with it curl, takes a certificate whose issuer has the name of its subject for a self-signed one.
#[test]
fn the_certificate_and_its_authority_have_different_names() {
    let folder = env::temp_dir().join(format!("webhook-certificate-{}", process::id()));
    example::write(&folder).unwrap();
    let [authority, certificate] =
        ["authority.crt", "tls.crt"].map(|file| CertificateDer::from_pem_file(folder.join(file)).unwrap());
    let name = b"authority of the webhook";
    let named =
        |certificate: &CertificateDer| certificate.windows(name.len()).filter(|text| text == name).count();
    assert_eq!([named(&authority), named(&certificate)], [2, 1]);
    fs::remove_dir_all(folder).unwrap();
}
