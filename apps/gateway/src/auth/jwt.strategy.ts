import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { AppError } from '@tradepost/contracts/errors';
import { publicKeysById } from '@tradepost/proofs/key-id';
import { keysOf } from '@tradepost/service-kit/keys';
import { decodeProtectedHeader } from 'jose';
import { ExtractJwt, Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import { CONFIG, type GatewayConfig } from '../config';

/** What a token says: its session, and the binding to a browser's cookie where it has one. */
export interface Bearer {
  sid: string;
  bnd?: string | undefined;
}

/** The key a token names. One without a name is from before keys had names. */
function keyFor(config: GatewayConfig): SecretOrKeyProvider<unknown> {
  const keys = publicKeysById(keysOf('JWT_PUBLIC_KEY', config));
  const [unnamed] = keys.values();
  const keyOf = (token: string) => {
    const { kid } = decodeProtectedHeader(token);
    const key = kid === undefined ? unnamed : keys.get(kid);
    if (!key) throw new AppError('UNAUTHENTICATED');
    // the types know no KeyObject, jsonwebtoken takes one
    return key as unknown as Buffer;
  };
  return (_request, token: string, done) => {
    let key: Buffer;
    try {
      key = keyOf(token);
    } catch (error) {
      return done(error);
    }
    done(null, key);
  };
}

/** Bearer tokens, ES256 only; that the session still lives is for the guard to ask. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(@Inject(CONFIG) config: GatewayConfig) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: keyFor(config),
      algorithms: ['ES256'],
      issuer: 'tradepost',
      audience: 'tradepost',
    });
  }

  validate({ sid, bnd }: { sid?: string; bnd?: string }): Bearer | null {
    return sid ? { sid, bnd } : null;
  }
}
