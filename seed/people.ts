/**
 * Names by where they come from, with phone numbers of the ranges that the regulators keep free for fiction; every # is any digit.
 * Ofcom: 0131 496 0xxx, 0141 496 0xxx, 020 7946 0xxx, 07700 900xxx. North America: 555-01xx. ARCEP: 01 99 00, 06 39 98.
 * Bundesnetzagentur: 030 23125 xxx, 089 99998 xxx. PTS: 08-465 004 xx. ACMA: 02 5550 xxxx.
 */
export const people = [
  {
    weight: 9,
    given: [
      'Isla',
      'Callum',
      'Eilidh',
      'Fraser',
      'Mhairi',
      'Rory',
      'Kirsty',
      'Hamish',
      'Morag',
      'Lewis',
      'Ailsa',
      'Gregor',
      'Catriona',
      'Finlay',
    ],
    family: [
      'Drummond',
      'MacLeod',
      'Sinclair',
      'Buchanan',
      'Rennie',
      'Guthrie',
      'Kerr',
      'Lockhart',
      'Moncrieff',
      'Tulloch',
      'Weir',
      'Abercromby',
    ],
    phones: ['+44 131 496 0###', '+44 7700 900###', '+44 141 496 0###'],
  },
  {
    weight: 5,
    given: ['Ada', 'Thomas', 'Beatrice', 'Oliver', 'Harriet', 'George', 'Imogen', 'Samuel', 'Florence', 'Arthur'],
    family: ['Byron', 'Hartley', 'Penrose', 'Ashdown', 'Whitlock', 'Marsden', 'Fairfax', 'Thorne', 'Bellamy', 'Oakes'],
    phones: ['+44 20 7946 0###', '+44 7700 900###'],
  },
  {
    weight: 4,
    given: ['Priya', 'Arjun', 'Meera', 'Rohan', 'Ananya', 'Vikram', 'Sunita', 'Imran', 'Zainab', 'Bilal', 'Ayesha'],
    family: ['Raman', 'Chaudhry', 'Iyer', 'Kapoor', 'Banerjee', 'Siddiqui', 'Nair', 'Mirza', 'Desai'],
    phones: ['+44 131 496 0###', '+44 7700 900###'],
  },
  {
    weight: 3,
    given: ['Ignatius', 'Ngozi', 'Chidi', 'Amara', 'Kwame', 'Abena', 'Tunde', 'Folake', 'Kofi', 'Zola'],
    family: ['Okonkwo', 'Adeyemi', 'Mensah', 'Boateng', 'Eze', 'Nkosi', 'Asante', 'Balogun'],
    phones: ['+44 7700 900###', '+44 131 496 0###'],
  },
  {
    weight: 3,
    given: ['Mei-Ling', 'Jun', 'Xiaoyu', 'Haruka', 'Kenji', 'Soo-Jin', 'Minh', 'Linh', 'Wei'],
    family: ['Chau', 'Tanaka', 'Liang', 'Nguyễn', 'Park', 'Zhou', 'Fujimoto', 'Trần'],
    phones: ['+44 7700 900###', '+61 2 5550 ####'],
  },
  {
    weight: 3,
    given: ['Tomás', 'Lucía', 'Joaquín', 'Inês', 'Mateus', 'Valentina', 'Álvaro', 'Ximena', 'João'],
    family: ['Rivera Díaz', 'Ibáñez', 'Carvalho', 'Fontes', 'Quiroga', 'Moreira', 'Salcedo', 'Peña'],
    phones: ['+44 7700 900###', '+1 212 555 01##', '+1 305 555 01##'],
  },
  {
    weight: 3,
    given: ['Fatima', 'Youssef', 'Leila', 'Omar', 'Nour', 'Karim', 'Salma', 'Elif', 'Emre'],
    family: ['al-Fihri', 'Haddad', 'Benali', 'Demir', 'Mansour', 'Yıldız', 'Khoury', 'Aydın'],
    phones: ['+44 7700 900###', '+33 1 99 00 ## ##', '+33 6 39 98 ## ##'],
  },
  {
    weight: 3,
    given: ['Lars', 'Astrid', 'Sven', 'Freja', 'Jürgen', 'Anneliese', 'Matthias', 'Katarzyna', 'Paweł', 'Zofia', 'Siân', 'Niamh'],
    family: ['Ulvaeus', 'Lindqvist', 'Brandt', 'Vogelsang', 'Nowicka', 'Kowalczyk', 'Østergaard', 'Ó Briain', 'Sørensen'],
    phones: ['+46 8 465 004 ##', '+49 30 23125 ###', '+49 89 99998 ###', '+44 7700 900###'],
  },
]
