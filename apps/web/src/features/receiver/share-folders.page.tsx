import { PageHeader } from '../../ui/page-header';

export default function ShareFoldersPage() {
  return <PageHeader title="Share with you" />;
}
