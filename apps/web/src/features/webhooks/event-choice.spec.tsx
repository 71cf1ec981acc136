import { screen, within } from '@testing-library/react';
import { webhookKinds, type WebhookKind } from '@tradepost/contracts/webhooks';
import { useState } from 'react';
import { renderRoute } from '../../test/render';
import { EventChoice } from './event-choice';

const everyKind = Object.keys(webhookKinds) as WebhookKind[];
let chosen: WebhookKind[];

function Choice() {
  const [kinds, setKinds] = useState<WebhookKind[]>([]);
  chosen = kinds;
  return <EventChoice chosen={kinds} onChoose={setKinds} />;
}

const group = (name: string) => within(screen.getByRole('group', { name }));

describe('the events of a webhook', () => {
  it('are all in a group, once', () => {
    renderRoute(<Choice />);
    const titles = ['Requests', 'Transfers', 'Folders and files', 'Partners', 'Your company'];
    const labels = titles.flatMap((title) =>
      group(title)
        .getAllByRole('checkbox')
        .slice(1)
        .map((box) => box.closest('label')?.textContent),
    );
    expect(labels.toSorted()).toEqual(Object.values(webhookKinds).toSorted());
  });

  it('are chosen by group, which counts them, and keep their order', async () => {
    const { person } = renderRoute(<Choice />);
    await person.click(screen.getByRole('checkbox', { name: 'Partners 0 of 3' }));
    await person.click(screen.getByRole('checkbox', { name: webhookKinds['request.created'] }));
    expect(chosen).toEqual(['request.created', 'invitation.received', 'invitation.accepted', 'invitation.ended']);
    await person.click(screen.getByRole('checkbox', { name: 'Partners 3 of 3' }));
    expect(chosen).toEqual(['request.created']);
    expect(screen.getByRole('checkbox', { name: 'Requests 1 of 10' })).toBePartiallyChecked();
  });

  it('are found by label, type and group; what a search hides stays chosen', async () => {
    const { person } = renderRoute(<Choice />);
    const search = screen.getByLabelText('Search events');
    await person.click(screen.getByRole('checkbox', { name: webhookKinds['kyc.changed'] }));
    await person.type(search, 'transfer.');
    expect(screen.queryByRole('group', { name: 'Requests' })).not.toBeInTheDocument();
    expect(group('Transfers').getAllByRole('checkbox')).toHaveLength(1 + 3);
    await person.clear(search);
    await person.type(search, 'expires SOON');
    await person.click(screen.getByRole('button', { name: 'Choose all' }));
    expect(chosen).toEqual(['transfer.expiring', 'kyc.changed']);
    await person.click(screen.getByRole('button', { name: 'Choose none' }));
    expect(chosen).toEqual(['kyc.changed']);
    await person.clear(search);
    await person.type(search, 'no such event');
    expect(screen.getByRole('status')).toHaveTextContent('No matching events');
    await person.clear(search);
    await person.click(screen.getByRole('button', { name: 'Choose all' }));
    expect(chosen).toEqual(everyKind);
  });

  it('can be searched with Enter in a form that is not sent by it', async () => {
    const onSubmit = jest.fn();
    const { person } = renderRoute(
      <form onSubmit={onSubmit}>
        <Choice />
        <button type="submit">Add</button>
      </form>,
    );
    await person.type(screen.getByLabelText('Search events'), 'partner{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
