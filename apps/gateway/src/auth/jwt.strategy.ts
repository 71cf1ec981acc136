import { createPublicKey } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
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
    // read once: as PEM it would be parsed for every call; the types know no KeyObject, jsonwebtoken takes one
    const key = createPublicKey(JWT_PUBLIC_KEY) as unknown as Buffer;
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: key, algorithms: ['ES256'], issuer: 'tradepost', audience: 'tradepost' });
  }

  validate({ sid, bnd }: { sid?: string; bnd?: string }): Bearer | null {
    return sid ? { sid, bnd } : null;
  }
}
