import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { requests } from '@tradepost/contracts/requests';
import { bundleRef } from '@tradepost/contracts/encryption/formats';
import type { PublicBundle } from '@tradepost/contracts/encryption/sealed';
import type { StoredFile } from '@tradepost/contracts/storage';
import { verifyBundle } from '@tradepost/sealing/keys/bundle';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { openManifest } from '@tradepost/sealing/file/manifest';
import type { RequestTerms } from '@tradepost/sealing/request';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { entriesIn, layoutArchive } from '@tradepost/service-kit/objects/zip/archive';
import { zipStream } from '@tradepost/service-kit/objects/zip/stored-zip';
import { grantsFor, newKeys, signatureOf } from './sealing';
import { inAnHour, receiver, sender, type Fixture } from './fixture';

export interface Scenario {
  ann: UserActor;
  annKeys: Vault;
  rita: UserActor;
  contents: Buffer[];
  files: StoredFile[];
  requestId: string;
}

/** Requests for sealed files, and what browsers do to accept them. @param fixtureOf the fixture, once it has started */
export function sealedScenarios(fixtureOf: () => Fixture) {
  const vaults = new Map<string, Vault>();
  async function withKeys(person: UserActor, epoch = 1): Promise<Vault> {
    const { vault, bundle } = await newKeys(person, epoch);
    fixtureOf().bundles.set(person.userId, bundle);
    vaults.set(person.userId, vault);
    return vault;
  }

  /** The receiver's client signs the pending request as it is now. */
  async function sign({ rita, requestId }: Pick<Scenario, 'rita' | 'requestId'>, change: Partial<RequestTerms> = {}) {
    const [target] = (await fixtureOf().call(requests.toSign, { id: requestId }, rita)).requests;
    const signed = await signatureOf(vaults.get(rita.userId)!, target!, change);
    return fixtureOf().call(requests.sign, { id: requestId, ...signed }, rita);
  }

  const keyEvent = async ({ userId, email, companyId, companyName }: UserActor, bundle: PublicBundle) => ({
    userId,
    email,
    companyId,
    companyName,
    epoch: bundle.epoch,
    keyId: toBase64url((await verifyBundle(userId, bundle)).keyId),
    changed: bundle.epoch > 1,
  });
  const announce = async (person: UserActor) =>
    fixtureOf().deliverEvent(
      identityEvents.keysPublished,
      await keyEvent(person, fixtureOf().bundles.get(person.userId)!),
    );

  /** A request for two sealed files, one empty and one of several chunks; `mixed` adds a managed file between them. */
  async function createScenario({ mixed = false, rita = receiver() } = {}): Promise<Scenario> {
    const ann = sender();
    const annKeys = await withKeys(ann);
    const contents = [randomBytes(40_000), Buffer.alloc(0)];
    const files = [
      await fixtureOf().stockSealed(ann, annKeys, 'prices.csv', contents[0]!),
      await fixtureOf().stockSealed(ann, annKeys, 'empty.csv', contents[1]!, 3),
    ];
    if (mixed) files.splice(1, 0, await fixtureOf().stockPlain(ann, 'plain.csv', Buffer.from('a,b\n1,2\n')));
    if (mixed) contents.splice(1, 0, Buffer.from('a,b\n1,2\n'));
    const fileIds = files.map(({ fileId }) => fileId);
    const keys = vaults.get(rita.userId);
    const targets = keys ? (await fixtureOf().call(requests.toSign, { fileIds }, rita)).requests : [];
    const signed = await Promise.all(targets.map((target) => signatureOf(keys!, target)));
    const [request] = (await fixtureOf().call(requests.create, { files: fileIds.map((id) => ({ id })), signed }, rita))
      .requests;
    return { ann, annKeys, rita, contents, files, requestId: request!.id };
  }

  /** The grants that the sender's client makes, once the receiver's has signed. */
  async function given(scenario: Scenario, expiry = inAnHour()) {
    const { ann, annKeys, requestId } = scenario;
    await sign(scenario);
    const toSeal = await fixtureOf().call(requests.sealingTargets, { id: requestId }, ann);
    return { expiry, ...(await grantsFor(annKeys, { ...toSeal, expiry })) };
  }

  async function accepted(scenario: Scenario) {
    const grants = await given(scenario);
    await fixtureOf().prove(scenario.requestId, scenario.ann);
    const { transfer } = await fixtureOf().call(
      requests.confirm,
      { requestId: scenario.requestId, ...grants },
      scenario.ann,
    );
    return { id: transfer.id, grants };
  }

  const bundleBytes = async (id: string, by: UserActor) => {
    const { entries } = await fixtureOf().call(requests.openArchive, { transferId: id }, by);
    return buffer(zipStream(layoutArchive(entries!), entriesIn(fixtureOf().store, entries!)));
  };

  async function manifestOf(id: string, by: UserActor, requestId: string) {
    const { keys } = await fixtureOf().call(requests.manifestKey, {}, { kind: 'public', ip: '127.0.0.1' });
    const key = await crypto.subtle.importKey(
      'spki',
      Buffer.from(keys[0]!, 'base64url'),
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['verify'],
    );
    const view = await fixtureOf().call(requests.transfer, { id }, by);
    return openManifest(key, view.archive.manifest!, requestId, view.files.map(bundleRef));
  }

  /** A sealed file that is not in the request. */
  const another = async ({ ann, annKeys }: Scenario) =>
    (await fixtureOf().stockSealed(ann, annKeys, 'more.csv', Buffer.from('more'))).sealed!;

  return { withKeys, sign, keyEvent, announce, createScenario, given, accepted, bundleBytes, manifestOf, another };
}
