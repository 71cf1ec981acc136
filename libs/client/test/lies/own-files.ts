import { routes } from '@tradepost/contracts/routes';
import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import { contentHash, sealContent } from '../../src/transfers/sealed-content';
import { deliveredFolder } from '../../src/testing/people';
import { scenario, type Known, type Scenario } from './scenario';
import { placeOf, type Fixture } from './fixture';

/** The sender's program asks whether a folder already has a content, before it uploads it. */
export async function ownFileScenarios(fixture: Fixture, known: Known): Promise<Scenario[]> {
  const { ann } = fixture;
  const [name, mime, fileId] = ['a.csv', 'text/csv', crypto.randomUUID()];
  const size = 4;
  const sealedOf = async (content: string, file: { fileId: string; version: number }): Promise<OwnSealedFile> => {
    const about = { name, mime, folderId: deliveredFolder };
    const { fields, content: sealed } = await sealContent(ann.vault, new Blob([content]), about, file);
    const { wrappedKey, sealedMeta } = fields;
    return { ...file, sealedSize: sealed.size, sealedMeta, wrappedKey, ownerId: ann.vault.userId };
  };
  const details = (sealed: OwnSealedFile, day: string) => ({
    id: sealed.fileId,
    name,
    mimetype: mime,
    size,
    category: `of ${day}`,
    currency: 'EUR',
    price: '1',
    numberOfRecords: 1,
    totalAmount: '1',
    createdAt: day,
    updatedAt: day,
    deleteFile: false,
    sha256: 'ab',
    mode: 'e2e' as const,
    version: sealed.version,
    scan: 'clean',
    sample: 'rows',
    profile: { rows: 1, sheet: day, columns: [{ name: day, type: 'text', empty: 1 }] },
    preview: day,
    folderId: deliveredFolder,
    sealed,
    url: `/${day}`,
    previewUrl: `/preview/${day}`,
  });
  const honest = details(await sealedOf('new!', { fileId, version: 2 }), '2026-01-02T00:00:00.000Z');
  const [another, earlier] = await Promise.all([
    sealedOf('else', { fileId: crypto.randomUUID(), version: 2 }),
    sealedOf('old!', { fileId, version: 1 }),
  ]);
  const sources = {
    other: details(another, '2026-01-03T00:00:00.000Z'),
    older: details(earlier, '2026-01-01T00:00:00.000Z'),
  };
  return [
    scenario(
      { name: 'a program looks for a content among its files', route: routes.file, honest, sources },
      (answers, alter) => placeOf(fixture, ann, known.ann, answers, { alter, isProgram: true }),
      async ({ client, vault }) => [await contentHash(client, vault, honest)],
    ),
  ];
}
