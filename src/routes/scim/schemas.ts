// The schemas of users and groups with the supported attributes (RFC 7643 7); other attributes are
// ignored.

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

interface Traits {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  mutability?: 'readWrite' | 'readOnly' | 'immutable';
  required?: boolean;
  multiValued?: boolean;
  caseExact?: boolean;
  uniqueness?: 'none' | 'server';
  subAttributes?: object[];
  referenceTypes?: string[];
}

const attribute = (name: string, description: string, traits: Traits = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...traits,
});

const given = (name: string, description: string, traits: Traits = {}) =>
  attribute(name, description, { mutability: 'readOnly', ...traits });

const USER_ATTRIBUTES = [
  attribute('userName', 'Email address of the member, who must confirm it.', {
    required: true,
    mutability: 'immutable',
    uniqueness: 'server',
  }),
  attribute('displayName', 'Name shown to others.'),
  attribute('name', 'The parts of the name.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'Name shown to others, if there is no displayName.'),
      attribute('givenName', 'The given name.'),
      attribute('familyName', 'The family name.'),
    ],
  }),
  attribute('active', 'Whether the member may sign in.', { type: 'boolean' }),
  given('emails', 'Email address of the member, same as userName.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      given('value', 'The address.'),
      given('type', 'Always work.'),
      given('primary', 'Always true.', { type: 'boolean' }),
    ],
  }),
  given('groups', 'The role of the member.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      given('value', 'The id of the group.'),
      given('$ref', 'URL of the group.', { type: 'reference', referenceTypes: ['Group'] }),
      given('display', 'The name of the group.'),
      given('type', 'Always direct.'),
    ],
  }),
];

const GROUP_ATTRIBUTES = [
  given('displayName', 'The name of the role.', { uniqueness: 'server' }),
  attribute('members', 'Members who have the role. Each member has exactly one role.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user.', { mutability: 'immutable' }),
      given('$ref', 'URL of the user.', { type: 'reference', referenceTypes: ['User'] }),
      given('display', 'The name of the user.'),
    ],
  }),
];

export const RESOURCES = [
  {
    name: 'User',
    endpoint: '/Users',
    schema: USER_SCHEMA,
    description: 'A member of the customer.',
    attributes: USER_ATTRIBUTES,
  },
  {
    name: 'Group',
    endpoint: '/Groups',
    schema: GROUP_SCHEMA,
    description: 'A role that members can have.',
    attributes: GROUP_ATTRIBUTES,
  },
] as const;
