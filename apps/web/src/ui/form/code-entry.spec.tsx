import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderRoute } from '../../test/render';
import { CodeEntry } from './code-entry';

const wrong = 'Otp is Invalid or expired';

/** Refuses every code but 54321, as the server does. */
function Refusing({ onVerify }: { onVerify: (code: string) => void }) {
  const [error, setError] = useState<string | null>(null);
  const verify = (code: string) => {
    onVerify(code);
    setError(code === '54321' ? null : wrong);
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
    expect(screen.getByText(wrong)).toBeVisible();
    expect(code()).toEqual(['_', '_', '_', '_', '_']);
    expect(box(1)).toHaveFocus();

    await person.keyboard('54321');
    expect(onVerify.mock.calls).toEqual([['12345'], ['54321']]);
    expect(screen.queryByText(wrong)).toBeNull();
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
