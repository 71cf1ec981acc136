import { screen } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../../test/fake-api';
import { auditor, renderRoute } from '../../../test/render';
import { sampleFile } from '../../../test/samples';
import { PreviewDialog } from './preview-dialog';

const api = new FakeApi();
const hash = 'ab'.repeat(32);

it.each([
  ['managed', hash, 'SHA-256'],
  ['e2e', hash, 'SHA-256 of the encrypted file'],
  ['e2e', `${hash}-12`, 'SHA-256 of the parts of the encrypted file'],
] as const)('says of a file that is %s what its hash %s is of', async (mode, sha256, label) => {
  const file = sampleFile({ mode, sha256 });
  api.on(routes.file, () => ({
    ...file,
    folderId: 'd1',
    preview: null,
    profile: null,
    sealed: null,
    url: '',
    previewUrl: null,
  }));
  renderRoute(<PreviewDialog folderId="d1" file={file} onDownload={() => undefined} onClose={() => undefined} />, {
    user: auditor,
  });
  expect(await screen.findByText(label)).toBeVisible();
  expect(screen.getByText(sha256)).toBeVisible();
});
