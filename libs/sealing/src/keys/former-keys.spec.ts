import { toBase64url, utf8 } from '../crypto/bytes';
import { openFor, sealFor } from '../crypto/hpke';
import { aesKey, openUnder, sealUnder } from '../crypto/primitives';
import { endOf, openEntry, sealEntry, emptyLedger } from '../ledger/entry';
import { counting } from '../testing/streams';
import { maxFormerKeys, openFormerKeys, sealFormerKeys, type CarriedKeys } from './former-keys';
import {
  createVault,
  openVault,
  resumeVault,
  rewrapVault,
  rotateVault,
  type CreatedVault,
  type StoredVault,
} from './vault';

const owner = { userId: '01890a5d-ac96-774b-bcce-b302099a8058', address: 'ann@example.org' };
const kekOf = (first: number) => aesKey(counting(32, first), ['encrypt', 'decrypt']);
const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });
const end = { seq: 7, head: toBase64url(counting(32)) };
const password = async () => ({ kind: 'password', kek: await kekOf(1) }) as const;

const first = async (epoch = 1, of = owner) =>
  createVault(of, epoch, { password: await kekOf(1), recovery: await kekOf(2) });
const storedOf = ({ sealed: vault, bundle }: CreatedVault): StoredVault => ({ vault, bundle });
const next = async (from: CreatedVault, ledger = end) =>
  rotateVault(owner, storedOf(from), await password(), await kekOf(3), ledger);
const opened = async ({ sealed, bundle }: CreatedVault) =>
  openVault(owner.userId, sealed, bundle, { kind: 'recovery', kek: await kekOf(3) });

const aad = utf8('aad');
const info = utf8('info');

describe('the keys of the next epoch', () => {
  let one: CreatedVault;
  let two: CreatedVault;
  let three: CreatedVault;
  beforeAll(async () => {
    one = await first();
    two = await next(one);
    three = await next(two, emptyLedger);
  });

  it('open what was sealed for all earlier ones, and name where their ledgers end', async () => {
    const vault = await opened(three);
    expect(vault.epoch).toBe(3);
    expect(vault.former.map(({ epoch, ledger }) => [epoch, ledger])).toEqual([
      [2, emptyLedger],
      [1, end],
    ]);
    for (const [index, { vault: before }] of [two, one].entries()) {
      const keys = vault.former[index]!;
      expect(keys.own.keyId).toEqual(before.own.keyId);
      const wrapped = await sealUnder(before.key, counting(32), aad);
      expect(await openUnder(keys.key, wrapped, aad, 'TAMPERED')).toEqual(counting(32));
      const grant = await sealFor(before.own.hpkePublic, counting(32), info, aad);
      expect(await openFor(keys.hpke, grant, info, aad, 'GRANT_REFUSED')).toEqual(counting(32));
      const entry = await sealEntry(before, { type: 'revoke', requestId: owner.userId }, emptyLedger, {
        actor: owner.userId,
        time: 1,
      });
      expect(endOf([await openEntry(keys, entry.sealed, emptyLedger)])).toEqual(endOf([entry]));
    }
  });

  it('seal and sign nothing with the former ones', async () => {
    for (const keys of (await opened(three)).former) {
      expect([keys.key.usages, keys.key.extractable]).toEqual([['decrypt'], false]);
      expect([keys.hpke.privateKey.usages, keys.hpke.privateKey.extractable]).toEqual([['deriveBits'], false]);
      expect(keys).not.toHaveProperty('signing');
    }
  });

  it('are new, and do not open for someone who has the former vault key', async () => {
    const { sealed, bundle } = two;
    expect(bundle.signPublic).not.toBe(one.bundle.signPublic);
    expect(bundle.hpkePublic).not.toBe(one.bundle.hpkePublic);
    await expect(resumeVault(owner.userId, sealed, bundle, one.vault.key)).rejects.toEqual(refusal('TAMPERED'));
    await expect(openFormerKeys(one.vault.key, two.vault.own, sealed.former)).rejects.toEqual(refusal('TAMPERED'));
  });

  it('are refused without the former ones, and with those of another epoch, vault or user', async () => {
    const other = await next(await first());
    const stranger = await createVault({ ...owner, userId: '01890a5d-ac96-774b-bcce-b302099a8059' }, 3, {
      password: await kekOf(1),
      recovery: await kekOf(2),
    });
    const foreign = await sealFormerKeys(three.vault.key, stranger.vault.own, []);
    for (const former of [
      undefined,
      two.sealed.former,
      other.sealed.former,
      foreign,
      `${three.sealed.former!.slice(0, -4)}AAAA`,
    ]) {
      const lied = { ...three, sealed: { ...three.sealed, former } };
      await expect(opened(lied)).rejects.toEqual(refusal('TAMPERED'));
    }
    const added = { ...one, sealed: { ...one.sealed, former: two.sealed.former } };
    await expect(
      openVault(owner.userId, added.sealed, added.bundle, { kind: 'recovery', kek: await kekOf(2) }),
    ).rejects.toEqual(refusal('TAMPERED'));
  });

  it('are made only with the password, and stay through a new one', async () => {
    const wrong = { kind: 'password', kek: await kekOf(9) } as const;
    await expect(rotateVault(owner, storedOf(two), wrong, await kekOf(3), end)).rejects.toEqual(
      refusal('VAULT_LOCKED'),
    );
    const sealed = await rewrapVault(owner.userId, two.sealed, await password(), {
      kind: 'password',
      kek: await kekOf(8),
    });
    const again = await openVault(owner.userId, sealed, two.bundle, { kind: 'password', kek: await kekOf(8) });
    expect(again.former).toHaveLength(1);
  });
});

it('at most 32 earlier epochs are carried', async () => {
  const { vault } = await first();
  const carried = Array<CarriedKeys>(maxFormerKeys + 1);
  await expect(sealFormerKeys(vault.key, vault.own, carried)).rejects.toEqual(refusal('FORMER_KEYS_FULL'));
  expect(maxFormerKeys).toBe(32);
});

it('opens the test vector', async () => {
  // made by this library; the key of the recovery key is the bytes 3 to 34
  // cspell:disable
  const bundle = {
    suite: 1,
    address: 'ann@example.org',
    hpkePublic: 'BM-V-nyUCH_hpM715e7Ejl63AvgQvHgQoSQ10fuvXYFh2q8EpY3YSz61K2E_sg5VJeDzHEHyEhm9jTV1Ha3xFes',
    signPublic: 'BKVENCCqpFv2YsyLCtQ6uRvlgKYy0upFmRV-4PL0LgIyRkVpc1ETABbYsPDcpOeo3bxJiyR1sQ9RYAieThNGNqk',
    epoch: 2,
    createdAt: '2026-11-28T16:37:49.588Z',
    selfSignature: 'EyKQrKLduvUjo-beriyu4MZoTJGnMH2yv9Y1736ubgcVJV-32wuRCn2OsQWiXFn-N8js7ikxwXhEHR20rarOsg',
  };
  const sealed = {
    epoch: 2,
    wraps: {
      password: 'UTQm_iFFYy9w4gXRR4KG8Q8wo94CbkzvdmyVa5KvfdmelSaCrnfc91adGNhQdW2LSRSOhDn1pIkDcF8f',
      recovery: 'YGmsmjIwPRupBSd3qaXpi6ohC69Sj2ebAazTTkWwqsK_vn30U3MIKGbBQVtsf5y8hS5_--SXEJCY9O2C',
    },
    hpkePrivate:
      'rd3dwCb6-yFQGFLqHu8s93Z81kXDuWnrW-lFb7E4Al1Q1piNr7tNfNvQqOboZD4AFxMd7CDXXHScGSp_fIDJYrQsDt_V-NKsE3ptB3G2vr1uTrCZeZI_DSrFuieTFo3VSQaLQKJodDdcRc3hjhvMMOlh3Zllsj-3pkhOzjxML_RdBTtxQH7_qd00_JRnfFbJrJ4BUDDqSnrIFFAp21bY4OdvTZxUOw',
    signPrivate:
      'Q8gaDOkIJUF2W-pK6wOCsN4E9I5C8e6xbcmXRC38USRnCYQMkFSehOWhnG_z6ZwudxDatAshFUUbWaZP1srQxMeRZ3hqrNwuhA3HUWL1qt0Y8kFeibRygzyFNQC9E_FdcgfQBs6TEahHWF-utXbjsE0zzMXb2EXhg0-8uX8QbgLPgYsbG34xhdFEvfxmaSm6TU3-AL0MY2zbaKvL-CIe2WR0eZ_ESQ',
    former:
      'ePkhSuZVQaLS7BVguLIwpqCrAGuJDmOj6mpBcrcun_9RkmfHVCuQlnxJpI1yU7M4BD0PCb5-XxYr0X5TcItUkhGEZ1v_k_4O9ABWSQwKfbggWenY3o-7NU_EpVwwNnvReVrRIV3AsFwDuEtWJArw_dknC1wKpavAP0hgHdH8Lu5lUJCSC42rPGxW6lWZltPWgyjydYUmLRYAKDLeuhNqPJZfo2nrGFr6330I1sxjkfyW9PyGwdPhZhIjoI-Ol-kTNhhAl84bY1FtMKqhUJxX4vfKKu2K_Zpb-Hffp9f5AkNxcKL81-0X9Tkunms-FDjbhdMs9LziZaMdut-VFEm86-AlTV4nIXWkwjKLUfs61yG3tXADk9ZcwsJfwr_dfrMCRc5asG8hSAfEob-W5a_m4N4a2yD9mzUP78VU4N6XyhEDJclP8CfHwVhtcEjPMUssIjDFNesz6Rdd7wl1llJCLdb109UdVOW-v17kJYIGBFQx8wroqYraWB9_LjzEfb5aammmtoP3j837lepJqVIMa6Jtm4M6N01b5aBvxf_6FrF9E7Vv4r8p5KNtAMmZXBfKUrGo3BVYxGNwjmavVqiHVXSzB-xlge486V5FrkVI6cqUBs32LuUbc1qutPmzcG4i1Bz0Gndwf9s0aiLJQB9lEWWFNsqYFIy48TYx2tIj0ahbviVOjCj2jXBU8nyuF4haiBwf1Om3ev9-OXGZUqDJborYKZQgN3aC3ISc_hfsclWZ5aU_GQYR2jmLd0SdcZVMfqWKiyRnu031CwlmMFHTrGbfBrN98cjmTorNLA5Zgj98FwisGvKz78Uj8WR6Lr0NLFAAgqdK2TFBPhBcSJrp7c7PwRxvb-IE_11lvWKgEKALTHBoMOKJvZea5a83kkfcFhDEccNfAXFiMWJc2jp03esocSWApKIL_3IbNvGKaHMmC0wDEFzNqo1D4IKIIvoWfsqUIOm55lNGwKeNMrI80HMe4FKJhVlGfIFMcMeE-lqIgnAtnPY',
  };
  const keyId = 'sePj82ByVc5-FWXQ2YU0z2f4FrW0pqoihCaEz5cze1A';
  // cspell:enable
  const unlock = { kind: 'recovery', kek: await kekOf(3) } as const;
  const { former } = await openVault(owner.userId, sealed, bundle, unlock);
  expect(former.map(({ epoch, own, ledger }) => [epoch, toBase64url(own.keyId), ledger])).toEqual([[1, keyId, end]]);
});
