import type { Member } from '@tradepost/contracts/identity';
import { memberRoles, type MemberRole } from '@tradepost/contracts/roles';
import { Alert, Flex, Modal } from 'antd';
import { useState } from 'react';
import { useToast } from '../../ui/notice/use-toast';
import { useChangeRoles } from './api';
import { nameOf } from '../../ui/feedback/role-names';
import { RoleChoice } from './role-choice';
import { t } from '../../i18n/t';

/** Gives a member other roles. */
export function RolesDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const change = useChangeRoles();
  const toast = useToast();
  const [roles, setRoles] = useState<MemberRole[]>(memberRoles.filter((role) => member.roles.includes(role)));
  const submit = () =>
    change.mutate(
      { id: member.id, roles },
      {
        onSuccess: ({ message }) => {
          toast.success({ title: t('Success'), description: message });
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      title={t('Roles of {name}', { name: nameOf(member) })}
      okText={t('Save')}
      cancelText={t('Cancel')}
      confirmLoading={change.isPending}
      onOk={submit}
      onCancel={onClose}
      width={560}
    >
      <Flex vertical gap={16}>
        <RoleChoice roles={roles} isDisabled={change.isPending} onChange={setRoles} />
        {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      </Flex>
    </Modal>
  );
}
