#!/bin/sh
# Starts one of three: behind the primary that the sentinels name, or as the first primary where there is none yet.
set -eu
self=$HOSTNAME.redis-nodes
export REDISCLI_AUTH; REDISCLI_AUTH=$(cat /run/secrets/password)
primary=$(timeout 5 redis-cli -h redis-sentinels -p 26379 sentinel get-master-addr-by-name tradepost 2>/dev/null | head -n 1) || true
primary=${primary:-redis-node-0.redis-nodes}
[ "$primary" = "$self" ] || set -- "$@" --replicaof "$primary" 6379
# a primary that has lost its replicas takes no writes, so that none is lost when another has been elected
exec redis-server /run/secrets/redis.conf --dir /data --appendonly yes --maxmemory-policy noeviction \
  --replica-announce-ip "$self" --min-replicas-to-write 1 --min-replicas-max-lag 10 "$@"
