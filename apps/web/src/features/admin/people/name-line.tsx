import { Flex } from 'antd';
import { nameOf } from '../../../ui/feedback/role-names';
import { StatusTag } from '../../../ui/feedback/status-tag';
import layout from '../../../ui/layout/layout.module.css';
import { t } from '../../../i18n/t';

interface NameLineProps {
  person: { firstName: string; lastName: string; suspendedAt: string | null };
}

/** The heading of a card: a person's name, and whether they are suspended. */
export const NameLine = ({ person }: NameLineProps) => (
  <Flex component="span" gap={8} align="center">
    <span className={layout.cut}>{nameOf(person)}</span>
    {person.suspendedAt && <StatusTag tone="red" text={t('Suspended')} />}
  </Flex>
);
