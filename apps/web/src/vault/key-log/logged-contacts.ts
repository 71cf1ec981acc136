import { Contacts } from '@tradepost/client/contacts/contacts';
import { KeyLog } from '@tradepost/client/keys/key-log';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { send } from '../../api/send';
import { deviceOf } from '../device';
import { otherTabs } from '../session/server-keys';
import type { User } from '../session/user';
import { useVaultStore } from '../vault.store';
import { workerCrypto } from '../../workers/worker-crypto';

/** The contacts of this person, as this device knows them. */
export function contactsOf({ id }: User, vault: Vault): Contacts {
  const device = deviceOf(id);
  return new Contacts({ send }, vault, new KeyLog({ send }, device, workerCrypto.labelOf), {
    device,
    onPins: (pins) => {
      useVaultStore.setState({ pins });
      otherTabs.postMessage('changed');
    },
  });
}
