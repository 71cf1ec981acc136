import type { DeviceStore } from '@tradepost/client/contacts/device-store';
import { Contacts } from '@tradepost/client/contacts/contacts';
import { KeyLog } from '@tradepost/client/keys/key-log';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { send } from '../../api/send';
import { refuseKeysFor } from '../session/pending-unlocks';
import { otherTabs } from '../session/server-keys';
import { useVaultStore } from '../vault.store';
import { workerCrypto } from '../../workers/worker-crypto';

/** The contacts of the vault's owner, as this device knows them. @param by who acts with the keys of a company */
export function contactsOn(device: DeviceStore, vault: Vault, by: { memberId?: string } = {}): Contacts {
  return new Contacts({ send }, vault, new KeyLog({ send }, device, workerCrypto.labelOf), {
    device,
    ...by,
    onPins: (pins) => {
      useVaultStore.setState({ pins });
      otherTabs.postMessage('changed');
    },
    onUnreadable: (entry) => {
      if (useVaultStore.getState().vault === vault) refuseKeysFor(entry);
    },
  });
}
