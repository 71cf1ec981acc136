import { screen, waitFor } from '@testing-library/react';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import { renderRoute } from '../../test/render';
import { KitDialog } from './kit-dialog';

const code = newRecoveryCode();
const groups = code.split('-');

function renderKit() {
  const save = jest.fn(() => Promise.resolve());
  const { person } = renderRoute(<KitDialog code={code} reason="first-keys" save={save} />);
  return { save, person };
}

const fields = () => screen.getAllByLabelText<HTMLInputElement>(/^Group \d$/);
const labels = () => screen.getAllByText(/^Group \d$/).map(({ textContent }) => Number(textContent?.at(-1)));
const confirm = () => screen.getByRole('button', { name: 'I have saved it' });

describe('recovery key dialog', () => {
  it('shows the whole key once, and asks for two of its groups', () => {
    renderKit();
    const shown = [...screen.getByRole('list', { name: 'Recovery key' }).children].map(
      ({ lastChild }) => lastChild?.textContent,
    );
    expect(shown).toEqual(groups);
    const [first = 0, second = 0] = labels();
    expect(first).toBeLessThan(second);
  });

  it('does not count the key as saved while a group is wrong', async () => {
    const { save, person } = renderKit();
    const [first, second] = fields();
    await person.type(first as HTMLElement, groups[(labels()[0] ?? 1) - 1] ?? '');
    await person.type(second as HTMLElement, 'AAAA');
    await person.click(confirm());
    expect(await screen.findByText('That doesn’t match your key')).toBeInTheDocument();
    expect(save).not.toHaveBeenCalled();
  });

  it('saves once both groups match, in lower case as well', async () => {
    const { save, person } = renderKit();
    for (const [index, field] of fields().entries())
      await person.type(field, (groups[(labels()[index] ?? 1) - 1] ?? '').toLowerCase());
    await person.click(confirm());
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(await screen.findByText('Recovery key saved')).toBeInTheDocument();
  });
});
