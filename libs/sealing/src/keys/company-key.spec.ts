import { randomUUID } from 'node:crypto';
import { fromBase64url, toBase64url } from '../crypto/bytes';
import { aesKey } from '../crypto/primitives';
import { counting } from '../testing/streams';
import { verifyContact, type Contact } from './bundle';
import { companyKeyBinding, openCompanyKey, sealCompanyKey, type CompanyKey } from './company-key';
import { createPersonKey, openPersonKey, type PersonKey } from './person-key';
import { createVault, resumeVault, type SealedVault, type Vault } from './vault';

const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });
const refused = expect.objectContaining({ problem: expect.stringMatching(/BAD_SIGNATURE|COMPANY_KEY_REFUSED/) });
const kekOf = () => aesKey(counting(32), ['encrypt', 'decrypt']);

interface Company {
  companyId: string;
  vault: Vault;
  sealed: SealedVault;
  company: Contact;
}

async function companyOf(userId: string = randomUUID(), epoch = 1, companyId: string = randomUUID()): Promise<Company> {
  const kek = await kekOf();
  const owner = { userId, address: 'ann@example.org' };
  const { vault, sealed } = await createVault(owner, epoch, { password: kek, recovery: kek });
  return { companyId, vault, sealed, company: vault.own as Contact };
}

async function personCalled(name: string, userId: string = randomUUID()): Promise<PersonKey> {
  const owner = { userId, address: `${name}@example.org` };
  return openPersonKey(owner, await createPersonKey(owner, await kekOf()), { kek: await kekOf() });
}

const give = async ({ vault, sealed, ...parties }: Company, member: PersonKey): Promise<CompanyKey> =>
  sealCompanyKey({ ...parties, member }, vault, sealed, { kind: 'password', kek: await kekOf() });

it('opens the test vector', async () => {
  // made by this library; the key of both passwords is the bytes 0 to 31
  // cspell:disable
  const bundle = {
    suite: 1,
    address: 'ann@example.org',
    hpkePublic: 'BPsGGt8FOUOPTiGzlPHtroumMEaxe9FP85_0WPiP5qL9h8NGn6-UtRc1NL8b6xYr1jRXUd3qin0D1xo92XG-Tso',
    signPublic: 'BErpP1zap6rCZwBe_k9XD9HhyEh5iUNTRoC5AwFPaY4x5R2asnMEAO7jli5fGvXkchXWtn2DJ4zy6-IR2-PthKA',
    epoch: 1,
    createdAt: '2026-11-27T22:55:16.016Z',
    selfSignature: 'MF7QWq_J1bgsRNGRl5_7J_FMoAbsQO-SyVofzmg29Ku82lpxBBoYAIpgTCFvHEmjnPtIdUQbOVAXKx1cGj2VfA',
  };
  const sealed = {
    epoch: 1,
    hpkePrivate:
      'K3kW2HFJncGDSLEYZcH81pwIhvKmJUD7uclGVLqvKTdEr29bLofruk0ZOFHuxuYU7Irhb1Ij96GUlkRoUvx11eB_oJzA_3cfxxyOOQQbcSgh059SK2gfEZtuhbtiN5hB0fNzyYzT1GkaSjqsyXjCqidMKuHBpLWriNQhZTXcgoTeW8j3rxa_EpG8XdRdthxmI_03rrRdxZUBu0DcBBn31TUJOcWyqQ',
    signPrivate:
      'BUDVS1kdTSWb50u1Hq3-q4ZlSjp88fIPS-DLiq6vlldIiX0XUPSbOfycnxVHfcohQevH6CtwTqMDUlJM2BJ8m5s8bmab4Ydb-7-BvSxnxpPatritOXNCb23don03Y2YaHN_ht9P0LM0sCrERTIsENoHAIh1HA2j15UrGmRaoo5vZSAY5BBOqBSVgkQDFVI9KJrDWzOSvJm0VcuITIK_lImE3DN1ogA',
  };
  const stored = {
    key: {
      suite: 1,
      address: 'bob@example.org',
      hpkePublic: 'BOD03bioDFio56V8r3XmdTFGritBnsDsfdWx688F3EhkUp5MoYZgzjr0f8Q0Is3570XPWegzr_7hrLG9_wMldl8',
      createdAt: '2026-11-27T22:55:16.124Z',
    },
    wrap: 'SdimqvR0O_YZYzlqF_V0mg4FEpZzFG2-fLl1Hqdu2u-NjxsDoe73kuT6prt7wDNlirMnx1mzhcdmRGFA_Kp086GhXc-2H29UwW3ui5Hvr2VUlOBiz8fq2NvhPI6wdzuseHGI_dWB5BUvdDQhSvpYskGYvockKi5kRmf5PFZFlQZ8Bot2zGp1MCw7iZZk0jnV7snGo8TnfBX8VUPWeoewQ8D-njUWWg',
  };
  const given = {
    memberKeyId: '5U0BzRkN27gk1VQlVpplnmgUjtdBXfU-cH1umvw5BKU',
    sealed:
      'BN8dhHHP828_6Z0iN6PyOcGz17B7zzcAQReemDgViGGNC0T-8apZP35GIrqXLNzgwK8fSG4qk2DgUm5UcNPHQTUKOH44S7jqVTkOXtm8f_S4rS-x1jNeA44fYRd3tlpSFaBOD20LnZFssOySn8JNWBA',
    sig: 'fEK96ODuhJnlvtz1dLhFuf9TuhrQFc9cRCJqdlNFFRa8WaparQRQERFQrh17Ia4QtH5iRDeCn8G9ny6G4FE_DQ',
  };
  const binding =
    'c2R4MS9jb21wYW55LWtleQGVpcN6HnAAgAAAAAAAAAMAAAABAZWlw3oecACAAAAAAAAAAb0FzRQUJs2p0gYC51DEsebbhRU_Q9e-WkEWQI7DGqt-cMRo6gFaJFEErqaBMN_neoU_iTroKIkBOi_coF9T3eUBlaXDeh5wAIAAAAAAAAACK-dqBLIFoTP7cHwbMn18CyQ-G0yku-wQOgnxmZJa3YHlTQHNGQ3buCTVVCVWmmWeaBSO10Fd9T5wfW6a_DkEpQ';
  // cspell:enable
  const [ann, bob] = ['0195a5c3-7a1e-7000-8000-000000000001', '0195a5c3-7a1e-7000-8000-000000000002'];
  const company = await verifyContact({ userId: ann, address: 'ann@example.org' }, bundle);
  const member = await openPersonKey({ userId: bob, address: 'bob@example.org' }, stored, { kek: await kekOf() });
  const parties = { companyId: '0195a5c3-7a1e-7000-8000-000000000003', company, member };
  expect(toBase64url(await companyKeyBinding(parties))).toBe(binding);
  const vault = await resumeVault(ann, sealed, bundle, await openCompanyKey(parties, given));
  expect(vault).toMatchObject({ userId: ann, epoch: 1 });
});

it('opens for its member, with a key that cannot be read', async () => {
  const [ann, bob] = [await companyOf(), await personCalled('bob')];
  const key = await openCompanyKey({ ...ann, member: bob }, await give(ann, bob));
  expect(key.extractable).toBe(false);
});

it('does not open for another member or key of the same person, also if it says so', async () => {
  const [ann, bob, eve] = [await companyOf(), await personCalled('bob'), await personCalled('eve')];
  const given = await give(ann, bob);
  for (const other of [eve, await personCalled('bob', bob.userId)]) {
    const open = (one: CompanyKey) => openCompanyKey({ ...ann, member: other }, one);
    await expect(open(given)).rejects.toEqual(refusal('COMPANY_KEY_REFUSED'));
    await expect(open({ ...given, memberKeyId: toBase64url(other.keyId) })).rejects.toEqual(refusal('BAD_SIGNATURE'));
  }
});

it('opens only as that of its company, owner and epoch', async () => {
  const [ann, bob] = [await companyOf(), await personCalled('bob')];
  const given = await give(ann, bob);
  const eve = await companyOf();
  const later = await companyOf(ann.vault.userId, 2, ann.companyId);
  for (const other of [{ ...ann, companyId: eve.companyId }, { ...ann, company: eve.company }, eve, later])
    await expect(openCompanyKey({ ...other, member: bob }, given)).rejects.toEqual(refused);
});

it('is refused with a signature of someone else, or with any byte changed', async () => {
  const [ann, eve, bob] = [await companyOf(), await companyOf(), await personCalled('bob')];
  const given = await give(ann, bob);
  const { sig } = await give({ ...ann, vault: { ...ann.vault, signing: eve.vault.signing } }, bob);
  await expect(openCompanyKey({ ...ann, member: bob }, { ...given, sig })).rejects.toEqual(refusal('BAD_SIGNATURE'));
  for (const field of ['sealed', 'sig'] as const)
    for (let at = 0; at < fromBase64url(given[field]).length; at += 16) {
      const bytes = fromBase64url(given[field]);
      bytes[at]! ^= 1;
      const changed = { ...given, [field]: toBase64url(bytes) };
      await expect(openCompanyKey({ ...ann, member: bob }, changed)).rejects.toEqual(refusal('BAD_SIGNATURE'));
    }
});

it('needs the password of the owner', async () => {
  const { vault, sealed, ...parties } = await companyOf();
  const kek = await aesKey(counting(32, 1), ['encrypt', 'decrypt']);
  const giving = sealCompanyKey({ ...parties, member: await personCalled('bob') }, vault, sealed, {
    kind: 'password',
    kek,
  });
  await expect(giving).rejects.toEqual(refusal('VAULT_LOCKED'));
});
