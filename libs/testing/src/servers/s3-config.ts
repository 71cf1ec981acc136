/** A port for each of Swift's four servers and the cache its authentication insists on. */
export interface SwiftPorts {
  cache: number;
  proxy: number;
  account: number;
  container: number;
  object: number;
}

export interface SwiftSettings {
  ports: SwiftPorts;
  dataDir: string;
  /** the operating system user to run as */
  user: string;
  secretKey: string;
}

/** S3's access key is Swift's account and user. */
export const ACCESS_KEY = 'tradepost:app';
export const DEVICE = 'disk';

/**
 * The configuration files of a Swift of one device and one replica that speaks S3, by file name.
 * Waits are long since a test machine is busy; sizes of parts and manifests are S3's own.
 */
export function swiftConfigs({ ports, dataDir, user, secretKey }: SwiftSettings): Record<string, string> {
  const common = (port: number) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${user}
swift_dir = ${dataDir}
devices = ${dataDir}
mount_check = false
disable_fallocate = true
log_level = WARNING
client_timeout = 120
`;
  const storage = (kind: 'account' | 'container' | 'object') => `${common(ports[kind])}
[pipeline:main]
pipeline = healthcheck ${kind}-server
[filter:healthcheck]
use = egg:swift#healthcheck
[app:${kind}-server]
use = egg:swift#${kind}
node_timeout = 60
container_update_timeout = 30
network_chunk_size = 1048576
disk_chunk_size = 1048576
`;
  const proxy = `${common(ports.proxy)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo versioned_writes symlink proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.cache}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
max_upload_part_num = 10000
[filter:tempauth]
use = egg:swift#tempauth
user_${ACCESS_KEY.replace(':', '_')} = ${secretKey} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
max_manifest_segments = 10000
max_manifest_size = 33554432
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = true
[filter:symlink]
use = egg:swift#symlink
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
node_timeout = 60
recoverable_node_timeout = 60
conn_timeout = 10
client_chunk_size = 1048576
object_chunk_size = 1048576
`;
  return {
    'proxy-server.conf': proxy,
    'account-server.conf': storage('account'),
    'container-server.conf': storage('container'),
    'object-server.conf': storage('object'),
  };
}

/** Makes the rings (which server holds what: here one each) and checks that files can carry Swift's attributes. */
export const RINGS_PROGRAM = `
import os, sys
from swift.common.ring import RingBuilder
directory, device, *ports = sys.argv[1:]
try:
    os.setxattr(os.path.join(directory, device), 'user.tradepost', b'1')
except OSError as error:
    sys.exit('error: the file system of %s keeps no extended attributes (%s)' % (directory, error.strerror))
for kind, port in zip(('account', 'container', 'object'), ports):
    ring = RingBuilder(4, 1, 0)
    ring.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': device, 'weight': 1, 'meta': ''})
    ring.rebalance()
    ring.get_ring().save(os.path.join(directory, kind + '.ring.gz'))
`;
