#!/bin/sh
# A sentinel rewrites its configuration, which therefore begins anew in /tmp; it learns the rest from the others.
set -eu
self=$HOSTNAME.redis-nodes
export REDISCLI_AUTH; REDISCLI_AUTH=$(cat /run/secrets/password)
primary=$(timeout 5 redis-cli -h redis-sentinels -p 26379 sentinel get-master-addr-by-name tradepost 2>/dev/null | head -n 1) || true
cat > /tmp/sentinel.conf <<END
port 26379
requirepass $REDISCLI_AUTH
sentinel resolve-hostnames yes
sentinel announce-hostnames yes
sentinel announce-ip $self
sentinel sentinel-pass $REDISCLI_AUTH
sentinel monitor tradepost ${primary:-redis-node-0.redis-nodes} 6379 2
sentinel auth-pass tradepost $REDISCLI_AUTH
sentinel down-after-milliseconds tradepost 5000
sentinel failover-timeout tradepost 30000
sentinel parallel-syncs tradepost 1
END
exec redis-server /tmp/sentinel.conf --sentinel
