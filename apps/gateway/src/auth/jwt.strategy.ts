import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { AppError } from '@tradepost/contracts/errors';
import { publicKeysById } from '@tradepost/proofs/key-id';
import { keysOf } from '@tradepost/service-kit/security/keys';
import { decodeProtectedHeader } from 'jose';
import { ExtractJwt, Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import { CONFIG, type GatewayConfig } from '../config';

/** The claims of a token: its session, and the binding to a browser's cookie if it has one. */
export interface Bearer {
  sid: string;
  bnd?: string | undefined;
  /** When it ends, in seconds since 1970. */
  exp: number;
}

/** The key with the token's `kid`. Tokens from before keys had ids have none. */
function keyFor(config: GatewayConfig): SecretOrKeyProvider<unknown> {
  const keys = publicKeysById(keysOf('JWT_PUBLIC_KEY', config));
  const [firstKey] = keys.values();
  const keyOf = (token: string) => {
    const { kid } = decodeProtectedHeader(token);
    const key = kid === undefined ? firstKey : keys.get(kid);
    if (!key) throw new AppError('UNAUTHENTICATED');
    // jsonwebtoken accepts a KeyObject, its types do not
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

/** Verifies bearer tokens (ES256 only). The guard checks that the session is still open. */
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

  validate({ sid, bnd, exp }: Partial<Bearer>): Bearer | null {
    return sid && exp ? { sid, bnd, exp } : null;
  }
}
