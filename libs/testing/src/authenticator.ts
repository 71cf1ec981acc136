import { TOTP } from 'otpauth';

const stepMs = 30_000;

/** The code an authenticator app shows for a base32 secret, `steps` of 30 seconds from now. */
export const authenticatorCode = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * stepMs });
