import type { Random } from './random.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const GIVEN = words(`
  Ada Adam Aisha Alan Alice Amir Ana Andrea Anna Anton Arjun Asha Beatriz Ben Boris Carla Carlos Chen Clara Daniel
  David Diego Dina Elena Elias Emma Eric Eva Farah Felix Fiona Frank Gabriel Grace Hana Hannah Hassan Helen Hugo Ida
  Igor Ines Ivan Jack James Jana Jin Joan Jonas Jorge Julia Karim Kate Kenji Lars Laura Leila Leo Lin Lucia Luis Maria
  Marta Mateo Maya Mei Mila Milan Mina Nadia Nina Noah Nora Olga Omar Oscar Paula Pavel Peter Priya Rafael Ravi Rosa
  Ruth Sam Sara Simon Sofia Stefan Tara Thomas Tomas Vera Victor Wei Yara Yuki Zoe`)

const FAMILY = words(`
  Abbott Adeyemi Aguilar Albrecht Alvarez Andersen Arnaud Baker Banerjee Barros Becker Bennett Berg Bianchi Blanc Bauer
  Carter Castillo Chandra Chaudhry Cohen Conti Costa Cruz Dahl Diaz Dubois Duarte Eriksson Esposito Falk Farouk Fischer
  Fontaine Foster Fujita Garcia Gomez Gray Gupta Haddad Hall Hansen Hayashi Herrera Hoffmann Horvat Hughes Ito Ivanov
  Jansen Jensen Johansson Kapoor Kato Keller Khan Kim Kovacs Kowalski Krause Larsen Laurent Lee Lehmann Lopez Lund Marin
  Martin Mendes Meyer Morales Moreau Morgan Mori Murphy Nakamura Navarro Nielsen Novak Okafor Oliveira Olsen Ortega Park
  Pereira Petrov Popov Quinn Ramos Reyes Ricci Rossi Roy Ruiz Saito Santos Sato Schmidt Sharma Silva Singh Sokolov Stone
  Suzuki Tanaka Taylor Torres Vargas Vidal Vogel Wagner Walsh Weber Wolf Wong Yamada Young Zhang Zimmermann`)

const ADJECTIVES = words(`
  Ancient Black Blue Borrowed Bright Broken Burning Cold Crimson Crooked Dark Distant Early Empty Endless Fallen Final
  First Forgotten Frozen Gentle Glass Golden Great Hidden Hollow Invisible Last Little Lonely Long Lost Midnight Narrow
  Northern Old Open Pale Paper Perfect Quiet Red Restless Sacred Second Secret Silent Silver Slow Southern Stolen Strange
  Sudden Sweet Tender Third Unfinished Velvet Wandering White Wicked Wild Winter Young`)

const NOUNS = words(`
  Affair Album Alibi Anchor Angel Archive Army Balcony Bargain Bell Bird Border Boulevard Bridge Brother Cabin Captain
  Carnival Castle Circus City Clock Code Confession Corner Country Crossing Crown Dancer Daughter Day Desert Detective
  Door Dream Empire Engine Exile Express Family Father Fire Flight Flood Forest Fortune Game Garden Gate Ghost Guest
  Harbour Heart Heir Hotel Hour House Hunter Island Journey Judge Kingdom Lake Letter Library Light Lighthouse Lover
  Machine Map Mask Memory Mirror Mission Moon Mother Mountain Neighbour Night Ocean Orchard Palace Passenger Pilot
  Planet Pocket Prince Promise Queen Race Railway Rain Rehearsal Return Ring River Road Room Runner Sailor Season Shadow
  Shore Signal Sister Sky Smile Snow Soldier Song Spring Stage Star Station Storm Story Stranger Street Summer Sun Teacher
  Theatre Thief Tide Tower Town Train Treasure Valley Verdict Village Voice Wall War Wedding Whale Widow Window Wolf
  Woman World Year`)

const PLACES = words(`
  Athens Berlin Bombay Boston Brooklyn Budapest Cairo Chicago Copenhagen Dakar Dublin Havana Helsinki Istanbul Kyoto
  Lagos Lima Lisbon London Madrid Manila Marseille Memphis Montreal Moscow Naples Oslo Paris Prague Rome Saigon Seoul
  Shanghai Stockholm Texas Tokyo Trieste Tunis Venice Vienna Warsaw`)

const COMPANIES = words('Pictures Films Releasing Entertainment Cinema Media')

const TITLES: readonly ((random: Random) => string)[] = [
  ({ pick }) => `The ${pick(ADJECTIVES)} ${pick(NOUNS)}`,
  ({ pick }) => `${pick(ADJECTIVES)} ${pick(NOUNS)}`,
  ({ pick }) => `The ${pick(NOUNS)}`,
  ({ pick }) => `The ${pick(NOUNS)} of ${pick(PLACES)}`,
  ({ pick }) => `A ${pick(NOUNS)} in ${pick(PLACES)}`,
  ({ pick }) => `The ${pick(NOUNS)} and the ${pick(NOUNS)}`,
  ({ pick }) => `${pick(GIVEN)} and the ${pick(ADJECTIVES)} ${pick(NOUNS)}`,
  ({ pick }) => `${pick(PLACES)} ${pick(NOUNS)}`,
]

export function inventTitle(random: Random): string {
  const title = random.pick(TITLES)(random)
  return random.chance(0.04) ? `${title} ${random.integer(2, 4)}` : title
}

/** People's names, once each. */
export function inventPeople(random: Random, count: number): readonly string[] {
  return distinct(count, () => `${random.pick(GIVEN)} ${random.pick(FAMILY)}`)
}

/** Companies' names, once each. */
export function inventDistributors(random: Random, count: number): readonly string[] {
  return distinct(count, () => `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)} ${random.pick(COMPANIES)}`)
}

function distinct(count: number, invent: () => string): readonly string[] {
  const names = new Set<string>()
  while (names.size < count) names.add(invent())
  return [...names]
}
