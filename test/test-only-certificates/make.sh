#!/usr/bin/env bash
# Makes the certificates and keys of the tests again. They are for tests only: their keys are public, so trust none of them.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/new"
: > "$work/index"
FOREVER=21251231235959Z

key() { openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$1.key"; }

config() { # extensions
  cat > "$work/cnf" <<END
[ca]
default_ca = own
[own]
database = $work/index
new_certs_dir = $work/new
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
organizationName = optional
commonName = supplied
[req]
distinguished_name = dn
[dn]
[ext]
$1
END
}

# name, common name, issuer, extensions, start, end
signed() {
  [ -f "$1.key" ] || key "$1"
  config "$4"
  openssl req -new -config "$work/cnf" -key "$1.key" -subj "/O=Assay tests, trust nothing of this/CN=$2" -out "$work/csr"
  local own=(-keyfile "$3.key" -cert "$3.pem")
  [ "$3" = self ] && own=(-keyfile "$1.key" -selfsign)
  openssl ca -batch -notext -config "$work/cnf" "${own[@]}" -extensions ext -in "$work/csr" -startdate "$5" -enddate "$6" -out "$1.pem" 2> /dev/null
}

CA=$'basicConstraints = critical, CA:true\nkeyUsage = critical, keyCertSign, cRLSign'
HERE='subjectAltName = IP:127.0.0.1, DNS:localhost, DNS:*.localhost'
signed authority 'Test Authority' self "$CA" 20200101000000Z $FOREVER
signed stranger-authority 'Stranger Authority' self "$CA" 20200101000000Z $FOREVER
signed intermediate 'Test Intermediate' authority "$CA" 20200101000000Z $FOREVER
signed server 'Test Server' authority "$HERE" 20200101000000Z $FOREVER
signed behind-intermediate 'Test Server' intermediate "$HERE" 20200101000000Z $FOREVER
signed self-signed 'Test Server' self "$HERE" 20200101000000Z $FOREVER
signed expired 'Test Server' authority "$HERE" 20200101000000Z 20210101000000Z
signed future 'Test Server' authority "$HERE" 21000101000000Z $FOREVER
signed other-name 'Test Server' authority 'subjectAltName = DNS:other.example, DNS:www.other.example' 20200101000000Z $FOREVER
signed client 'Test Client' authority 'extendedKeyUsage = clientAuth' 20200101000000Z $FOREVER
signed client-expired 'Test Client' authority 'extendedKeyUsage = clientAuth' 20200101000000Z 20210101000000Z
signed stranger 'Stranger' stranger-authority 'extendedKeyUsage = clientAuth' 20200101000000Z $FOREVER
# The passphrase of each of these is `test only`.
openssl pkcs8 -topk8 -in client.key -passout 'pass:test only' -out client-encrypted.key
openssl pkcs12 -export -in client.pem -inkey client.key -passout 'pass:test only' -out client.p12
openssl pkcs12 -export -legacy -in client.pem -inkey client.key -passout 'pass:test only' -out client-legacy.p12
openssl x509 -in client.pem -outform der -out client.der
rm authority.key intermediate.key stranger-authority.key
