import { PageHeader } from '../../ui/page-header';

export default function ProfilePage() {
  return <PageHeader title="Company Details" />;
}
