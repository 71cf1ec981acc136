import { screen } from '@testing-library/react';
import { ApiError } from '@tradepost/client/api/api-error';
import { useState } from 'react';
import { renderRoute } from '../../test/render';
import { CodeEntry } from './code-entry';

const wrong = 'Otp is Invalid or expired';

/** Refuses every code but 54321, as the server does. */
function Refusing({ onVerify }: { onVerify: (code: string) => void }) {
  const [error, setError] = useState<Error | null>(null);
  const verify = (code: string) => {
    onVerify(code);
    setError(code === '54321' ? null : new ApiError(wrong, { code: 'OTP_INVALID' }));
  };
  return (
    <CodeEntry
      length={5}
      verifying={false}
      error={error}
      onEdit={() => setError(null)}
      onVerify={verify}
      onResend={jest.fn()}
    />
  );
}

function renderEntry() {
  const onVerify = jest.fn();
  return { ...renderRoute(<Refusing onVerify={onVerify} />), onVerify };
}

const box = (position: number) => screen.getByRole('textbox', { name: `Digit ${position} of 5` });
const code = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value || '_');

describe('code entry', () => {
  it('clears the boxes after a wrong code, so that the right one can be typed', async () => {
    const { person, onVerify } = renderEntry();
    await person.click(box(1));
    await person.keyboard('12345');
    expect(onVerify.mock.calls).toEqual([['12345']]);
    expect(screen.getByText(`${wrong}. 4 tries left.`)).toBeVisible();
    expect(code()).toEqual(['_', '_', '_', '_', '_']);
    expect(box(1)).toHaveFocus();

    await person.keyboard('54321');
    expect(onVerify.mock.calls).toEqual([['12345'], ['54321']]);
    expect(screen.queryByText(new RegExp(wrong))).toBeNull();
  });

  it('counts the tries down until a new code is sent', async () => {
    const { person } = renderEntry();
    await person.click(box(1));
    for (const left of [
      '4 tries left.',
      '3 tries left.',
      '2 tries left.',
      '1 try left.',
      'This code has no tries left.',
    ]) {
      await person.keyboard('12345');
      expect(screen.getByText(`${wrong}. ${left}`, { exact: false })).toBeVisible();
    }
    await person.click(screen.getByRole('button', { name: 'Click to resend' }));
    expect(box(1)).toHaveFocus();
    await person.keyboard('12345');
    expect(screen.getByText(`${wrong}. 4 tries left.`)).toBeVisible();
  });

  it('says on Enter that the code is incomplete', async () => {
    const { person, onVerify } = renderEntry();
    await person.click(box(1));
    await person.keyboard('123{Enter}');
    expect(await screen.findByText('Incomplete OTP')).toBeVisible();
    expect(screen.getByText('Please enter the complete verification code.')).toBeVisible();
    expect(onVerify).not.toHaveBeenCalled();
    expect(code()).toEqual(['1', '2', '3', '_', '_']);
  });
});
