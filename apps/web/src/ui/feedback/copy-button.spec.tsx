import { screen } from '@testing-library/react';
import { renderRoute } from '../../test/render';
import { CopyButton } from './copy-button';

afterEach(() => jest.restoreAllMocks());

test('says that the browser did not allow copying', async () => {
  const { person } = renderRoute(<CopyButton text="secret">Copy the key</CopyButton>);
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await person.click(screen.getByRole('button', { name: 'Copy the key' }));
  expect(await screen.findByText('The browser did not allow copying.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy the key' })).toBeVisible();
});

test('confirms the copy', async () => {
  const { person } = renderRoute(<CopyButton text="secret">Copy the key</CopyButton>);
  await person.click(screen.getByRole('button', { name: 'Copy the key' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(navigator.clipboard.readText()).resolves.toBe('secret');
});
