import type { PasskeyCreation } from '@tradepost/contracts/passkeys';
import { randomBytes, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { answerChallenge, PasskeyUnused, type createPasskey } from './authenticator';

/** Some authenticators evaluate the PRF only when they are asked again. Null if the authenticator cannot, or the person declines. */
export async function prfOutputOf(
  made: Awaited<ReturnType<typeof createPasskey>>,
  creation: PasskeyCreation,
): Promise<Bytes | null> {
  if (made.prfOutput || !made.hasPrf) return made.prfOutput;
  try {
    // nobody verifies this signature
    const challenge = toBase64url(randomBytes(32));
    return (await answerChallenge({ ...creation, challenge }, { only: [made.passkey.id], opensVault: true })).prfOutput;
  } catch (error) {
    if (error instanceof PasskeyUnused) return null;
    throw error;
  }
}
