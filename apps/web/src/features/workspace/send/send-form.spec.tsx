import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { User, UsualExpiry } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../../test/fake-api';
import { renderPages, sender, uploader } from '../../../test/render';
import { sampleMe } from '../../../test/samples';
import { freeName } from './free-name';
import SendPage from './send.page';
import { useSending } from './send.store';

const api = new FakeApi();
const user = { ...sender, totalStorage: 1_000 };

interface Flow {
  used?: number;
  as?: User;
  usualExpiry?: UsualExpiry;
}

function renderFlow({ used = 0, as = user, usualExpiry }: Flow = {}) {
  api.on(routes.stats, () => ({ totalStorage: 1_000, usedStorage: used, files: 0, folders: 0 }));
  api.on(routes.folders, () => []);
  api.on(routes.deliverableEmails, () => ['rita@port.example', 'tom@sea.example']);
  api.on(routes.sentInvitations, () => [
    {
      id: 'i1',
      email: 'rita@port.example',
      status: 'pending' as const,
      createdAt: '2026-11-22T10:00:00.000Z',
      verified: null,
      note: null,
    },
  ]);
  api.on(routes.me, () => (usualExpiry ? sampleMe(as, { usualExpiry }) : new Promise(() => undefined)));
  return renderPages(
    [
      { path: '/', element: <h1>Dashboard</h1> },
      { path: '/send', element: <SendPage /> },
    ],
    { visited: ['/', '/send'], user: as },
  );
}
const csv = (name: string, size = 10) => new File(['x'.repeat(size)], name, { type: 'text/csv', lastModified: 1 });
const next = () => screen.getByRole('button', { name: 'Continue' });
const askedBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('the first steps of sending', () => {
  it.each(['Rejected', 'Changes requested'] as const)(
    'say before a form is filled in that a registration that is %s must be corrected',
    (kycStatus) => {
      renderFlow({ as: { ...user, kycStatus } });
      expect(screen.getByText(/^Your business registration needs your attention/)).toBeVisible();
      expect(screen.getByRole('link', { name: 'Business Registration' })).toHaveAttribute('href', '/kyc-approval');
    },
  );

  it('name the reason, but no way, to a member who may not change the registration', () => {
    renderFlow({ as: { ...uploader, kycStatus: 'Rejected' } });
    expect(screen.getByText(/^Your business registration needs your attention/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Business Registration' })).not.toBeInTheDocument();
  });

  it.each(['Approved', 'Processing'] as const)('say nothing about a registration that is %s', (kycStatus) => {
    renderFlow({ as: { ...user, kycStatus } });
    expect(screen.queryByText(/registration needs/)).not.toBeInTheDocument();
  });

  it('leaves out files that cannot be sent, and says why', async () => {
    const { person } = renderFlow();
    await person.click(next());
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose at least one file');
    await person.upload(screen.getByLabelText('Choose files'), [csv('a.csv'), csv('a.csv'), csv('empty.csv', 0)]);
    expect(await screen.findByText('Not sent. The file is empty.')).toBeVisible();
    expect(screen.getByText(/^1 to send/)).toBeVisible();
    expect(screen.queryByText('Choose at least one file')).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Remove a.csv' }));
    await person.click(next());
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose at least one file');
  });

  it('sends nothing if the files together do not fit into the storage', async () => {
    const { person } = renderFlow({ used: 985 });
    await person.upload(await screen.findByLabelText('Choose files'), [csv('a.csv'), csv('b.csv')]);
    await screen.findByText(/Your storage is almost full/);
    await person.click(next());
    expect(await screen.findByRole('alert')).toHaveTextContent('do not fit into your storage');
  });

  it('shows who must act first, and requires a valid address of another person', async () => {
    const { person } = renderFlow();
    await person.upload(screen.getByLabelText('Choose files'), [csv('a.csv')]);
    await person.click(next());
    const partner = await screen.findByLabelText("Partner's email");
    for (const [typed, answer] of [
      ['nonsense', 'Please enter a valid email address'],
      ['SAM@sender.example', 'This is your own address'],
    ] as const) {
      await person.clear(partner);
      await person.type(partner, typed);
      await person.click(next());
      expect(await screen.findByRole('alert')).toHaveTextContent(answer);
    }
    await person.clear(partner);
    await person.type(partner, 'new@port.example');
    expect(await screen.findByText(/^Not a partner yet/)).toBeVisible();
    await person.clear(partner);
    await person.type(partner, 'Rita@port.example');
    expect(await screen.findByText(/^Invited, not joined yet/)).toBeVisible();
    await person.click(next());
    expect(await screen.findByText('1 file for Rita@port.example')).toBeVisible();
    expect(screen.getByLabelText('Folder name')).toHaveValue('For Rita@port.example');
    await person.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByLabelText("Partner's email")).toHaveValue('Rita@port.example');
    expect(useSending.getState().sending).toBeNull();
  });

  it('are steps for Back and Forward, of which none is skipped', async () => {
    const { person, router } = renderFlow();
    await person.upload(screen.getByLabelText('Choose files'), [csv('a.csv')]);
    await person.click(next());
    await person.type(await screen.findByLabelText("Partner's email"), 'tom@sea.example');
    await person.click(next());
    await screen.findByText('1 file for tom@sea.example');
    await act(() => router.navigate(-1));
    expect(await screen.findByLabelText("Partner's email")).toHaveValue('tom@sea.example');
    expect(screen.getByRole('heading', { name: 'Who is it for?' })).toHaveFocus();
    await person.click(screen.getByRole('button', { name: 'Back' }));
    await person.click(await screen.findByRole('button', { name: 'Remove a.csv' }));
    await act(() => router.navigate(2));
    await person.click(await screen.findByRole('button', { name: 'Send 0 files' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose at least one file');
    expect(screen.getByLabelText('Choose files')).toBeInTheDocument();
    expect(useSending.getState().sending).toBeNull();
  });

  it('ask before chosen files are lost, and only then', async () => {
    const { person, router } = renderFlow();
    expect(askedBeforeUnload()).toBe(false);
    await person.upload(screen.getByLabelText('Choose files'), [csv('a.csv')]);
    await waitFor(() => expect(askedBeforeUnload()).toBe(true));
    await act(() => router.navigate(-1));
    await person.click(await screen.findByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByRole('button', { name: 'Remove a.csv' })).toBeVisible();
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('dialog', { name: 'Leave without sending?' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    // effects of what is gone end later
    await waitFor(() => expect(askedBeforeUnload()).toBe(false));
  });

  it.each([
    ['ask', 'Never'],
    ['day', 'Tomorrow'],
    ['endOfMonth', 'End of month'],
  ] as const)(
    'preselect the usual expiry of the company, here %s, until the person chooses',
    async (usualExpiry, label) => {
      const { person } = renderFlow({ usualExpiry });
      await person.upload(screen.getByLabelText('Choose files'), [csv('a.csv')]);
      await person.click(next());
      await person.type(await screen.findByLabelText("Partner's email"), 'tom@sea.example');
      await person.click(next());
      await waitFor(() => expect(screen.getByRole('radio', { name: label })).toBeChecked());
      await person.click(screen.getByRole('radio', { name: 'In 7 days' }));
      expect(screen.getByRole('radio', { name: 'In 7 days' })).toBeChecked();
      expect(screen.getByRole('radio', { name: label })).not.toBeChecked();
    },
  );

  it('sends nothing on a double click of Continue before the terms', async () => {
    const { person } = renderFlow();
    await person.upload(screen.getByLabelText('Choose files'), [csv('a.csv')]);
    await person.click(next());
    await person.type(await screen.findByLabelText("Partner's email"), 'tom@sea.example');
    fireEvent.click(next(), { detail: 1 });
    fireEvent.click(await screen.findByRole('button', { name: 'Send 1 file' }), { detail: 2 });
    expect(screen.getByText('1 file for tom@sea.example')).toBeVisible();
    expect(useSending.getState().sending).toBeNull();
  });
});

it('proposes a folder name that is free', () => {
  expect(freeName('a@b.c', [])).toBe('For a@b.c');
  expect(freeName('a@b.c', [{ name: 'for A@b.c' }, { name: 'For a@b.c (2)' }])).toBe('For a@b.c (3)');
});
