"""Lets Swift's authentication know the identity of SeaweedFS's file of keys, and answers SeaweedFS's check of health."""
import json
import os

from swift.common.middleware.tempauth import TempAuth


class StoreKeys(TempAuth):
    def __init__(self, app, conf):
        super().__init__(app, conf)
        with open(os.environ['S3_CONFIG']) as file:
            identity = json.load(file)['identities'][0]['credentials'][0]
        url = '$HOST/v1/%stradepost' % self.reseller_prefix
        self.users[identity['accessKey']] = {'key': identity['secretKey'], 'url': url, 'groups': ['.admin']}


def status_filter(app):
    def answer(env, start_response):
        if env['PATH_INFO'] != '/status':
            return app(env, start_response)
        start_response('200 OK', [('Content-Length', '0')])
        return [b'']

    return answer


def keys_factory(global_conf, **local_conf):
    return lambda app: StoreKeys(app, {**global_conf, **local_conf})


def status_factory(global_conf, **local_conf):
    return status_filter
