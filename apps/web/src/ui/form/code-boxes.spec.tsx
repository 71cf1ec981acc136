import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { CodeBoxes } from './code-boxes';

function FiveBoxes({ onCode }: { onCode: (code: string) => void }) {
  const [digits, setDigits] = useState(['', '', '', '', '']);
  const change = (next: string[]) => {
    setDigits(next);
    onCode(next.join(''));
  };
  return <CodeBoxes digits={digits} invalid={false} describedBy={undefined} onChange={change} />;
}

function renderBoxes() {
  const onCode = jest.fn();
  render(<FiveBoxes onCode={onCode} />);
  return { onCode, person: userEvent.setup({ delay: null }) };
}

const box = (position: number) => screen.getByRole('textbox', { name: `Digit ${position} of 5` });
const code = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value || '_');

describe('code boxes', () => {
  it('move on with each digit and ignore everything else', async () => {
    const { person } = renderBoxes();
    await person.type(box(1), '1');
    expect(box(2)).toHaveFocus();
    await person.keyboard('x2');
    expect(code()).toEqual(['1', '2', '_', '_', '_']);
    expect(box(3)).toHaveFocus();
  });

  it('take a pasted code of exactly five digits', async () => {
    const { person, onCode } = renderBoxes();
    await person.click(box(3));
    await person.paste(' 12345\n');
    expect(onCode).toHaveBeenLastCalledWith('12345');
    expect(box(5)).toHaveFocus();
  });

  it.each(['1234', '123456', '12a45', ''])('ignore %j when it is pasted', async (pasted) => {
    const { person, onCode } = renderBoxes();
    await person.click(box(1));
    await person.paste(pasted);
    expect(onCode).not.toHaveBeenCalled();
  });

  it('take a code that the phone fills into one box', async () => {
    const { person, onCode } = renderBoxes();
    await person.type(box(1), '9');
    await person.keyboard('{ArrowLeft}');
    expect(box(1)).toHaveFocus();
    onCode.mockClear();
    fireEvent.change(box(1), { target: { value: '54321' } });
    expect(onCode).toHaveBeenLastCalledWith('54321');
  });

  it('clear the previous box on backspace in an empty one', async () => {
    const { person } = renderBoxes();
    await person.type(box(1), '12');
    expect(box(3)).toHaveFocus();
    await person.keyboard('{Backspace}');
    expect(code()).toEqual(['1', '_', '_', '_', '_']);
    expect(box(2)).toHaveFocus();
    await person.keyboard('{Backspace}{Backspace}');
    expect(code()).toEqual(['_', '_', '_', '_', '_']);
    expect(box(1)).toHaveFocus();
  });
});
