import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import { toHex } from '@tradepost/sealing/crypto/bytes';
import { ownFileKey } from '../../transfers/sealed-content';
import { fileOf, personCalled, type Person } from '../people';

/** Everyone and everything that a run is about. Keys are costly, so all runs share them. */
export interface Cast {
  /** Sends the files. */
  ann: Person;
  /** One receiver, with the keys of each epoch. */
  bobs: [Person, ...Person[]];
  /** A receiver who works with the server: what she signs does not bind her. */
  eve: Person;
  /** Keys that the server makes for the addresses and user ids of others, or for an address with another id. */
  forged: { ann: Person; bob: Person; bobElsewhere: Person };
  files: OwnSealedFile[];
  /** The one of them in a folder that ann delivers to nobody. */
  secret: string;
  /** File keys in hex, by file and version. */
  fileKeys: Map<string, string>;
}

/** A folder that ann delivers to nobody. */
const secretFolder = '0195a5c3-7a1e-7000-8000-00000000f02e';

export const refOf = ({ fileId, version }: { fileId: string; version: number }): string => `${fileId} ${version}`;

export async function newCast(): Promise<Cast> {
  const [ann, eve, bob, bobElsewhere] = await Promise.all(
    ['ann', 'eve', 'bob', 'bob'].map((name) => personCalled(name)),
  );
  const bobs = await Promise.all([2, 3].map((epoch) => personCalled('bob', bob!.vault.userId, epoch)));
  const forged = {
    ann: await personCalled('ann', ann!.vault.userId),
    bob: await personCalled('bob', bob!.vault.userId),
    bobElsewhere: bobElsewhere!,
  };
  const prices = await fileOf(ann!, 'prices.csv');
  const files = [
    prices,
    await fileOf(ann!, 'prices.csv', 2, prices.fileId),
    await fileOf(ann!, 'stock.csv'),
    await fileOf(ann!, 'secret.csv', 1, crypto.randomUUID(), secretFolder),
  ];
  const [secret] = files.slice(-1);
  const keyed = files.map(async (file) => [refOf(file), toHex(await ownFileKey(ann!.vault, file))] as const);
  const fileKeys = new Map(await Promise.all(keyed));
  return { ann: ann!, eve: eve!, bobs: [bob!, ...bobs], forged, files, secret: secret!.fileId, fileKeys };
}
