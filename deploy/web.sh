#!/bin/sh
# nginx asks the machine's own name server for the gateway, again and again, so that a gateway that moved is found.
set -eu
awk '$1 == "nameserver" { if ($2 ~ /:/) $2 = "[" $2 "]"; print "resolver " $2 " valid=10s;"; exit }' /etc/resolv.conf > /tmp/resolver.conf
# The site manifest of the build says which headers the page and its assets have.
sed -n '/"headers": {/,/}/ s/^ *"\([a-z-]*\)": "\(.*\)",\{0,1\}$/add_header \1 "\2" always;/p' /usr/share/nginx/html/site-manifest.json > /tmp/site-headers.conf
test -s /tmp/site-headers.conf
exec nginx -g 'daemon off;'
