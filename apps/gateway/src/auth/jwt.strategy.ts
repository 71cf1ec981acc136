import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { pemKeys } from '@tradepost/service-kit/pem';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { CONFIG, type GatewayConfig } from '../config';

/** What a token says: its session, and the binding to a browser's cookie where it has one. */
export interface Bearer {
  sid: string;
  bnd?: string | undefined;
}

/** Bearer tokens, ES256 only; that the session still lives is for the guard to ask. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(@Inject(CONFIG) { JWT_PUBLIC_KEY }: GatewayConfig) {
    // read once: as PEM they would be parsed for every call; the types know no KeyObject, jsonwebtoken takes one
    const keys = pemKeys(JWT_PUBLIC_KEY).map((key) => createPublicKey(key));
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: (_request, token: string, done) => done(null, keyOf(token, keys) as unknown as Buffer),
      algorithms: ['ES256'],
      issuer: 'tradepost',
      audience: 'tradepost',
    });
  }

  validate({ sid, bnd }: { sid?: string; bnd?: string }): Bearer | null {
    return sid ? { sid, bnd } : null;
  }
}

/** The key that signed a token; the newest for one that none did, which the strategy then refuses. */
function keyOf(token: string, keys: KeyObject[]): KeyObject | undefined {
  const [newest, ...others] = keys;
  if (others.length === 0) return newest;
  const end = token.lastIndexOf('.');
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  return keys.find((key) => verify('sha256', Buffer.from(token.slice(0, end)), { key, dsaEncoding: 'ieee-p1363' }, signature)) ?? newest;
}
