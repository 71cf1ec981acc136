#!/bin/sh
# The servers of Swift, with the one identity of the file that -s3.config= names.
set -eu
for argument in "$@"; do
  case "$argument" in -s3.config=*) S3_CONFIG=${argument#*=} ;; esac
done
export S3_CONFIG
mkdir -p /tmp/store
cp /etc/store/* /tmp/store/
ln -sfn /data/disk /tmp/store/
python3 /tmp/store/rings.py /tmp/store disk 6001 6002 6003
memcached -l 127.0.0.1 -p 11211 -U 0 -m 16 &
swift-account-server /tmp/store/account-server.conf --verbose &
swift-container-server /tmp/store/container-server.conf --verbose &
swift-object-server /tmp/store/object-server.conf --verbose &
exec swift-proxy-server /tmp/store/proxy-server.conf --verbose
