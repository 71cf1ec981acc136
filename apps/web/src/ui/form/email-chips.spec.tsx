import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderRoute } from '../../test/render';
import { EmailChips } from './email-chips';

function Field() {
  const [emails, setEmails] = useState<string[]>([]);
  const [report, setReport] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  return (
    <>
      <EmailChips
        id="partners"
        describedBy="report"
        emails={emails}
        disabled={false}
        onChange={setEmails}
        onReport={setReport}
        onRefused={setRefused}
      />
      <p role="status">{report}</p>
      {isRefused && <p>Refused</p>}
      <button>Next</button>
    </>
  );
}

const chips = () => screen.queryAllByRole('button', { name: /^Remove / }).map((button) => button.ariaLabel);
const report = () => screen.getByRole('status').textContent;

function renderField() {
  const { person } = renderRoute(<Field />);
  return { person, input: screen.getByRole('textbox') };
}

describe('email chips', () => {
  it('turn an address into a chip on Enter and Tab and stay in the field', async () => {
    const { person, input } = renderField();
    await person.type(input, 'ann@a.example{Enter}');
    await person.type(input, 'bob@b.example');
    await person.tab();
    expect(chips()).toEqual(['Remove ann@a.example', 'Remove bob@b.example']);
    expect(input).toHaveFocus();
    expect(input).toHaveValue('');
  });

  it('turn an address into a chip when the field loses focus', async () => {
    const { person, input } = renderField();
    await person.type(input, 'ann@a.example');
    await person.click(screen.getByRole('button', { name: 'Next' }));
    expect(chips()).toEqual(['Remove ann@a.example']);
  });

  it('refuse a duplicate, in any case', async () => {
    const { person, input } = renderField();
    await person.type(input, 'ann@a.example{Enter}ANN@a.example{Enter}');
    expect(chips()).toHaveLength(1);
    expect(report()).toBe('This email has already been invited');
  });

  it('leave text that is no address in the field and let Tab move on', async () => {
    const { person, input } = renderField();
    await person.type(input, 'ann@');
    await person.tab();
    expect(input).toHaveValue('ann@');
    expect(report()).toBe('Please enter a valid email address');
    expect(input).toBeInvalid();
    expect(screen.getByText('Refused')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
    await person.type(input, 'a');
    expect(screen.queryByText('Refused')).not.toBeInTheDocument();
  });

  it('add a pasted list at once and report duplicates and lines without an address', async () => {
    const { person, input } = renderField();
    await person.type(input, 'ann@a.example{Enter}');
    await person.click(input);
    await person.paste('Ann <ann@a.example>\nBob <bob@b.example>\nnobody');
    expect(chips()).toEqual(['Remove ann@a.example', 'Remove bob@b.example']);
    expect(report()).toBe('1 address added; 1 duplicate left out; no address in line 3.');
  });

  it('are removed by their button and by Backspace in an empty field', async () => {
    const { person, input } = renderField();
    await person.type(input, 'ann@a.example{Enter}bob@b.example{Enter}cy@c.example{Enter}{Backspace}');
    await person.click(screen.getByRole('button', { name: 'Remove ann@a.example' }));
    expect(chips()).toEqual(['Remove bob@b.example']);
  });
});
