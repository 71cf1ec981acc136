#!/bin/sh
# Copies Node, the libraries it loads, certificates, time zones and two users into a folder: what Google's image of Node has.
set -eu
new=$1
libraries=/lib/x86_64-linux-gnu
mkdir -p "$new/nodejs/bin" "$new$libraries" "$new/lib64" "$new/etc/ssl/certs" "$new/usr/share" "$new/home/nonroot" "$new/tmp"
chmod 1777 "$new/tmp"
cp /usr/local/bin/node "$new/nodejs/bin/"
cp /lib64/ld-linux-x86-64.so.2 "$new/lib64/"
ldd /usr/local/bin/node | awk '$3 ~ /^\// { print $3 }' | xargs -I{} cp -L {} "$new$libraries/"
cp -L "$libraries"/libnss_* "$libraries/libresolv.so.2" "$libraries/librt.so.1" "$new$libraries/"
cp /etc/ssl/certs/ca-certificates.crt "$new/etc/ssl/certs/"
cp -r /usr/share/zoneinfo "$new/usr/share/"
printf 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n' > "$new/etc/passwd"
printf 'root:x:0:\nnonroot:x:65532:\n' > "$new/etc/group"
chown 65532:65532 "$new/home/nonroot"
