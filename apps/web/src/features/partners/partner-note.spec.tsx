import { screen, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import { PartnerNote } from './partner-note';

const api = new FakeApi();

function renderNote(note: string | null, user = sender) {
  return renderRoute(<PartnerNote id="i1" partner="rita@buyer.example" note={note} />, { user });
}

describe('the note on a partner', () => {
  it('is shown, and saved from its dialog', async () => {
    const inputs = api.on(routes.savePartnerNote, () => ({ message: 'The note was saved' }));
    const { person } = renderNote('Pays late');
    expect(screen.getByText('Pays late')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Edit note on rita@buyer.example' }));
    const field = screen.getByLabelText('Note');
    expect(field).toHaveValue('Pays late');
    await person.clear(field);
    await person.type(field, 'Pays early');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The note was saved')).toBeInTheDocument();
    expect(inputs).toEqual([{ id: 'i1', note: 'Pays early' }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is not sent with more than 500 characters', async () => {
    const { person } = renderNote(null);
    await person.click(screen.getByRole('button', { name: 'Add note on rita@buyer.example' }));
    await person.click(screen.getByLabelText('Note'));
    await person.paste('x'.repeat(501));
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Note must be at most 500 characters')).toBeVisible();
  });

  it('stays in its dialog when it could not be saved', async () => {
    api.on(routes.savePartnerNote, () => {
      throw new AppError('NOT_FOUND', { message: 'This invitation has ended' });
    });
    const { person } = renderNote('Pays late');
    await person.click(screen.getByRole('button', { name: /^Edit note/ }));
    await person.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText('This invitation has ended')).toBeVisible();
    expect(dialog.getByLabelText('Note')).toHaveValue('Pays late');
  });

  it('is not offered to a person without a company', () => {
    renderNote(null, { ...sender, companyId: null, companyName: null });
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
