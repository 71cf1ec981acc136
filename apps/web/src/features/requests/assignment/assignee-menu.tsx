import { DownOutlined } from '@ant-design/icons';
import type { Assignee, RequestView } from '@tradepost/contracts/requests';
import { Typography } from 'antd';
import { useRef, useState } from 'react';
import { useUser } from '../../../session/auth.store';
import { useMay } from '../../../session/may';
import { onDemand } from '../../../ui/layout/on-demand';
import { MenuButton } from '../../../ui/menu/menu-button';
import { useToast } from '../../../ui/notice/use-toast';
import { PersonName } from '../../../ui/person/person-name';
import { useAssign } from '../api';
import { useAssigneeName, useColleagues } from './people';
import { t } from '../../../i18n/t';
import styles from './assignment.module.css';

const own = 'own';
const nobody = 'nobody';
const another = 'another';

const AssignDialog = onDemand(async () => (await import('./assign-dialog')).AssignDialog);

/** Who takes care of the request. People who answer requests choose it from a menu, while the request needs care. */
export function AssigneeMenu({
  request,
  isOpen,
  isSmall,
}: {
  request: RequestView;
  isOpen: boolean;
  isSmall?: boolean;
}) {
  const mayAssign = useMay('requests');
  const name = useAssigneeName(request.assignee);
  if (!mayAssign || !isOpen) return name === null ? <Nobody /> : <PersonName name={name} />;
  return <Menu request={request} name={name} isSmall={isSmall ?? false} />;
}

/** The initials of the person who takes care of a request. */
export const AssigneeMark = ({ assignee }: { assignee: Assignee }) => {
  const name = useAssigneeName(assignee);
  return name !== null && <PersonName name={name} isShort />;
};

const Nobody = () => <Typography.Text type="secondary">{t('Nobody')}</Typography.Text>;

function Menu({ request, name, isSmall }: { request: RequestView; name: string | null; isSmall: boolean }) {
  const { id, assignee, companyName } = request;
  const user = useUser();
  const colleagues = useColleagues(request);
  const assign = useAssign();
  const toast = useToast();
  const button = useRef<HTMLButtonElement>(null);
  const [choosing, setChoosing] = useState(false);
  const assignTo = (assigneeId: string | null) =>
    assign.mutateAsync({ id, assigneeId }).then(
      ({ assignee: now }) =>
        toast.success({
          title: t('Success'),
          description: now
            ? t('The request is assigned to {email}.', { email: now.email })
            : t('The request is assigned to nobody.'),
        }),
      ({ message }: Error) => toast.destructive({ title: t('The assignment was not changed'), description: message }),
    );
  const choose = (key: string) => {
    if (key === another) return setChoosing(true);
    button.current?.focus();
    void assignTo(key === own ? user.id : key === nobody ? null : key);
  };
  return (
    <>
      <MenuButton
        ref={button}
        size={isSmall ? 'small' : 'middle'}
        className={styles.button}
        loading={assign.isPending}
        aria-label={
          name === null
            ? t('Assign the request from {companyName}', { companyName })
            : t('The request from {companyName} is assigned to {name}: change', { companyName, name })
        }
        menu={{
          className: styles.menu,
          onClick: ({ key }) => choose(key),
          items: [
            ...(assignee?.userId === user.id ? [] : [{ key: own, label: t('Assign to me') }]),
            ...(colleagues?.filter((person) => person.id !== assignee?.userId) ?? []).map((person) => ({
              key: person.id,
              label: <PersonName name={person.name} note={person.away} />,
            })),
            ...(colleagues === null ? [{ key: another, label: t('Choose a colleague…') }] : []),
            ...(assignee ? [{ type: 'divider' as const }, { key: nobody, label: t('Remove assignment') }] : []),
          ],
        }}
      >
        {name === null ? t('Assign') : <PersonName name={name} />}
        <DownOutlined aria-hidden />
      </MenuButton>
      {choosing && <AssignDialog request={request} onAssign={assignTo} onClose={() => setChoosing(false)} />}
    </>
  );
}
