import type { Crypto } from '@tradepost/client/crypto/crypto';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { PasswordWork } from '@tradepost/sealing/keys/opaque';
import type { Remote } from 'comlink';
import { contentWorker } from './content-worker';
import { inNewWorker, NotLoaded } from './in-worker';
import { t } from '../i18n/t';

/** The first failure of a worker that has been loaded gets a message for people. */
async function orMessage<T>(message: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SealingError || error instanceof NotLoaded) throw error;
    throw new Error(message);
  }
}

const passwordCall = <N extends keyof PasswordWork>(name: N) =>
  ((...given: never[]) => {
    if (!isSecureContext)
      throw new Error(
        t('Passwords are only accepted over a secure connection (https). Please check the address of this page.'),
      );
    const worker = new Worker(new URL('./password.worker.ts', import.meta.url), { type: 'module' });
    return orMessage(
      t('This browser could not prepare your password. It may not have enough memory: close other tabs and try again.'),
      () =>
        inNewWorker<PasswordWork, unknown>(worker, (remote) =>
          (remote[name] as Remote<(...given: never[]) => unknown>)(...given),
        ),
    );
  }) as unknown as PasswordWork[N];

/** The work of the protocol in workers, so that the page stays responsive. */
export const workerCrypto: Crypto = {
  ...contentWorker,
  passwords: {
    startProof: passwordCall('startProof'),
    finishProof: passwordCall('finishProof'),
    startRegistration: passwordCall('startRegistration'),
    finishRegistration: passwordCall('finishRegistration'),
    formerOf: passwordCall('formerOf'),
    kekOf: passwordCall('kekOf'),
  },
  labelOf: (address, origin) => {
    const worker = new Worker(new URL('./label.worker.ts', import.meta.url), { type: 'module', name: 'label' });
    return orMessage(
      t('This browser could not check the key log. It may not have enough memory: close other tabs and try again.'),
      () => inNewWorker<Crypto['labelOf'], Bytes>(worker, (labelOf) => labelOf(address, origin)),
    );
  },
};
