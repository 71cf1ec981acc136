import { screen } from '@testing-library/react';
import { kycDocuments, type KycCaseDetail, type KycDocument } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import { CaseDocuments } from './case-documents';

const api = new FakeApi();

const documents = kycDocuments.map(([id, name]): KycDocument => ({
  id,
  name,
  required: true,
  uploadId: id,
  filename: null,
  fileUrl: null,
  contentType: null,
  size: null,
  uploadedAt: null,
  scan: null,
  versions: [],
}));
const found = {
  id: 'c1',
  status: 'Processing',
  claimedBy: sender.email,
  data: { companyDetails: {}, documents: { documents }, commercialInfo: {} },
  documents: [],
} as Partial<KycCaseDetail> as KycCaseDetail;
const [first, second, third] = kycDocuments.map(([, name]) => new RegExp(name));

/** Approves the first document; the answer comes when `answer` is called. */
async function approveFirst() {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const approved = api.on(routes.checkKycDocument, () => held.then(() => found));
  const { person } = renderRoute(<CaseDocuments found={found} />);
  expect(screen.getByRole('option', { name: first })).toHaveAttribute('aria-selected', 'true');
  await person.click(screen.getByRole('button', { name: 'Approve document' }));
  return { person, approved, answer };
}

test('after an approval, the next document is opened', async () => {
  const { approved, answer } = await approveFirst();
  answer();
  expect(await screen.findByRole('option', { name: second, selected: true })).toBeVisible();
  expect(approved).toMatchObject([{ id: kycDocuments[0]?.[0], decision: 'approve' }]);
});

test('a document that was opened before the answer stays open', async () => {
  const { person, answer } = await approveFirst();
  await person.click(screen.getByRole('option', { name: third }));
  answer();
  // no longer loading
  expect(await screen.findByRole('button', { name: 'Approve document' })).toBeEnabled();
  expect(screen.getByRole('option', { name: third })).toHaveAttribute('aria-selected', 'true');
});
