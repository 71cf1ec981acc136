import { act, screen, waitFor, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import type { UsualExpiry } from '@tradepost/contracts/identity';
import type { RequestView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import type { FolderView } from '@tradepost/contracts/storage';
import { FakeApi } from '../../test/fake-api';
import { manager, renderRoute, sender } from '../../test/render';
import { sampleFile, sampleFolder, sampleMe, sampleRequest } from '../../test/samples';
import { setDate } from '../../test/set-date';
import { AcceptDialog } from './accept-dialog';

const api = new FakeApi();
const request = sampleRequest();

afterEach(() => jest.useRealTimers());

function renderDialog(
  changed: Partial<RequestView> = {},
  folders: FolderView[] = [],
  user = sender,
  usualExpiry: UsualExpiry = 'ask',
) {
  const onClose = jest.fn();
  api.on(routes.me, () => sampleMe(user, { usualExpiry }));
  api.on(routes.folders, () => folders);
  const codes = api.on(routes.createStepUpCode, () => ({ message: 'Sent' }));
  const verified = api.on(routes.verifyStepUpCode, ({ code }) => {
    if (code !== '12345') throw new AppError('CODE_INVALID');
    return { verified: true as const };
  });
  const { person, address } = renderRoute(<AcceptDialog request={{ ...request, ...changed }} onClose={onClose} />, {
    user,
  });
  const dialog = within(screen.getByRole('dialog', { name: 'Accept Request' }));
  const enterCode = async (code: string) => {
    if (code) await person.type(dialog.getByLabelText('Verification code'), code);
    await person.click(dialog.getByRole('button', { name: 'Verify' }));
  };
  return { person, dialog, codes, verified, onClose, enterCode, address };
}

describe('accept dialog', () => {
  it('names the receiver by the ASCII form of the domain, which shows letters that look the same', async () => {
    // its first letter is Cyrillic
    const { dialog } = renderDialog({ receiverEmail: 'rita@\u0430cme.example' });
    expect((await dialog.findAllByText(/rita@xn--cme-5cd\.example/))[0]).toBeVisible();
    expect(dialog.queryByText(/\u0430cme/)).not.toBeInTheDocument();
  });

  it('says before the terms are filled in that the registration must be corrected, and leads there', async () => {
    const { person, dialog, onClose, address } = renderDialog({}, [], { ...sender, kycStatus: 'Rejected' });
    await dialog.findByText(/^A verification code was sent/);
    expect(dialog.getByText(/^Your business registration needs your attention/)).toBeVisible();
    await person.click(dialog.getByRole('link', { name: 'Business Registration' }));
    expect(address.current).toBe('/kyc-approval');
    expect(onClose).toHaveBeenCalled();
  });

  it('mails one code when it opens and keeps the terms locked until the code is verified', async () => {
    const { dialog, codes, verified, enterCode } = renderDialog();
    expect(await dialog.findByText(`A verification code was sent to ${sender.email}.`)).toBeVisible();
    expect(codes).toEqual([{ requestId: request.id, email: sender.email }]);
    const locked = () => [
      dialog.getByRole('button', { name: 'Confirm' }),
      dialog.getByLabelText(/^Available until/),
      dialog.getByLabelText('Time'),
      dialog.getByLabelText('Downloads allowed (Optional)'),
      dialog.getByLabelText(/^rates\.csv/),
    ];
    for (const control of locked()) expect(control).toBeDisabled();

    await enterCode('12345');
    expect(await screen.findByText('Token Verified')).toBeInTheDocument();
    expect(screen.getByText('Verification code is valid.')).toBeInTheDocument();
    for (const control of locked()) expect(control).toBeEnabled();
    expect(verified).toEqual([{ id: request.id, code: '12345' }]);
    expect(codes).toHaveLength(1);
  });

  it('asks for a code that was left empty and shows the server’s refusal of a wrong one', async () => {
    const { dialog, verified, enterCode } = renderDialog();
    await dialog.findByText(/^A verification code was sent/);
    await enterCode('');
    expect(dialog.getByText('Please enter a verification code.')).toBeVisible();
    expect(verified).toEqual([]);
    await enterCode('000000');
    expect(await dialog.findByText('Verification code is invalid or expired. 4 tries left.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled();
    for (const left of [
      '3 tries left.',
      '2 tries left.',
      '1 try left.',
      'This code has no tries left. Send a new one.',
    ]) {
      await enterCode('0');
      expect(await dialog.findByText(new RegExp(`${left}$`))).toBeVisible();
    }
  });

  it('does not send an incomplete code, which would use up a try', async () => {
    const { person, dialog, verified, enterCode } = renderDialog();
    await dialog.findByText(/^A verification code was sent/);
    await enterCode('12');
    expect(dialog.getByText('Please enter the complete verification code.')).toBeVisible();
    await person.type(dialog.getByLabelText('Verification code'), '3{Enter}');
    expect(dialog.getByText('Please enter the complete verification code.')).toBeVisible();
    expect(verified).toEqual([]);
    await person.type(dialog.getByLabelText('Verification code'), ' 45{Enter}');
    expect(await dialog.findByRole('button', { name: 'Verified' })).toBeDisabled();
    expect(verified).toEqual([{ id: request.id, code: '12345' }]);
  });

  it('sends a code once although Verify is clicked twice before it is busy', async () => {
    const { person, dialog, verified } = renderDialog();
    await dialog.findByText(/^A verification code was sent/);
    await person.type(dialog.getByLabelText('Verification code'), '12345');
    const verify = dialog.getByRole('button', { name: 'Verify' });
    act(() => {
      verify.click();
      verify.click();
    });
    expect(await dialog.findByRole('button', { name: 'Verified' })).toBeDisabled();
    expect(verified).toHaveLength(1);
  });

  it('sends a code once although Enter is pressed again while the server compares it', async () => {
    const { person, dialog } = renderDialog();
    let answer: (verified: { verified: true }) => void = () => undefined;
    const verified = api.on(routes.verifyStepUpCode, () => new Promise((resolve) => (answer = resolve)));
    await dialog.findByText(/^A verification code was sent/);
    await person.type(dialog.getByLabelText('Verification code'), '12345{Enter}');
    await waitFor(() => expect(dialog.getByRole('button', { name: /Verify/ })).toHaveClass('ant-btn-loading'));
    await person.type(dialog.getByLabelText('Verification code'), '{Enter}');
    answer({ verified: true });
    expect(await dialog.findByRole('button', { name: 'Verified' })).toBeDisabled();
    expect(verified).toHaveLength(1);
  });

  it('proposes the end of the day in a week, and shows the value and the note', async () => {
    setDate(new Date('2026-11-22T23:30:00'));
    const files = ['f1', 'f2'].map((id) => sampleFile({ id, totalAmount: '12.50', currency: 'EUR' }));
    const { dialog } = renderDialog({ note: 'For our tender' }, [sampleFolder({ files })]);
    expect(dialog.getByText('For our tender')).toBeVisible();
    expect(await dialog.findByText('Total value: 25.00 EUR')).toBeVisible();
    expect(dialog.getByLabelText(/^Available until/)).toHaveValue('29 Nov 2026');
    expect(dialog.getByLabelText('Time')).toHaveValue('23:59');
  });

  it('preselects the usual expiry of the company for everyone who accepts, who can still choose another one', async () => {
    setDate(new Date('2026-11-22T12:00:00'));
    const { person, dialog, enterCode } = renderDialog({}, [], manager, 'endOfMonth');
    const confirmed = api.on(routes.confirmRequest, () => {
      throw new AppError('EXPIRY_NOT_FUTURE');
    });
    await waitFor(() => expect(dialog.getByLabelText(/^Available until/)).toHaveValue('30 Nov 2026'));
    expect(dialog.getByLabelText('Time')).toHaveValue('23:59');
    expect(dialog.getByRole('button', { name: 'End of month' })).toHaveAttribute('aria-pressed', 'true');
    await dialog.findByText(/^A verification code was sent/);
    await enterCode('12345');
    await waitFor(() => expect(dialog.getByRole('button', { name: '1 day' })).toBeEnabled());
    await person.click(dialog.getByRole('button', { name: '1 day' }));
    expect(dialog.getByLabelText(/^Available until/)).toHaveValue('23 Nov 2026');
    await person.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(confirmed).toMatchObject([{ expiry: new Date('2026-11-23T23:59:00').toISOString() }]));
  });

  it('refuses an expiry in the past without calling the server', async () => {
    setDate(new Date('2026-11-22T12:00:00'));
    const { person, dialog, enterCode } = renderDialog();
    const confirmed = api.on(routes.confirmRequest, () => {
      throw new AppError('EXPIRY_NOT_FUTURE');
    });
    await dialog.findByText(/^A verification code was sent/);
    await enterCode('12345');
    await waitFor(() => expect(dialog.getByLabelText('Time')).toBeEnabled());
    await person.clear(dialog.getByLabelText(/^Available until/));
    await person.type(dialog.getByLabelText(/^Available until/), '22 Nov 2026{Enter}');
    await person.clear(dialog.getByLabelText('Time'));
    await person.type(dialog.getByLabelText('Time'), '00:00{Enter}');
    await person.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Invalid Expiry')).toBeInTheDocument();
    expect(screen.getByText('Expiry time must be in the future.')).toBeInTheDocument();
    expect(confirmed).toEqual([]);
  });

  it('sends the chosen files and says until when they are available', async () => {
    const { person, dialog, enterCode, onClose } = renderDialog();
    const expiry = '2026-12-01T10:00:00.000Z';
    const confirmed = api.on(routes.confirmRequest, () => ({
      request: sampleRequest({ status: 'accepted' }),
      transfer: { id: 't1', url: '/dashboard?id=t1', expiry },
    }));
    await dialog.findByText(/^A verification code was sent/);
    await enterCode('12345');
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled());
    await person.click(dialog.getByLabelText(/^ports\.pdf/));
    await person.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Request Accepted')).toBeInTheDocument();
    expect(confirmed).toMatchObject([{ requestId: request.id, fileIds: ['f1'] }]);
    expect(onClose).toHaveBeenCalled();
  });

  it('accepts once although Confirm is clicked twice before it is busy', async () => {
    const { dialog, enterCode, onClose } = renderDialog();
    const confirmed = api.on(routes.confirmRequest, () => ({
      request: sampleRequest({ status: 'accepted' }),
      transfer: { id: 't1', url: '/dashboard?id=t1', expiry: '2026-12-01T10:00:00.000Z' },
    }));
    await dialog.findByText(/^A verification code was sent/);
    await enterCode('12345');
    const confirm = dialog.getByRole('button', { name: 'Confirm' });
    await waitFor(() => expect(confirm).toBeEnabled());
    act(() => {
      confirm.click();
      confirm.click();
    });
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(confirmed).toHaveLength(1);
  });

  it('asks for the code again when the server no longer counts it as verified', async () => {
    const { person, dialog, enterCode } = renderDialog();
    api.on(routes.confirmRequest, () => {
      throw new AppError('NOT_VERIFIED');
    });
    await dialog.findByText(/^A verification code was sent/);
    await enterCode('12345');
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled());
    await person.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Verification Required')).toBeInTheDocument();
    expect(screen.getAllByText('Please verify your token first.')).not.toHaveLength(0);
    expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  });
});
