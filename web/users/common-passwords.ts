/**
 * What lists of leaked passwords are full of, as words without the digits that people put behind them, and the common ones of at least
 * eight characters that hold digits. Lower case.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
password passwort passwords passw0rd motdepasse contraseña contrasena senha parola wachtwoord hasło haslo jelszo heslo salasana
admin administrator root user guest login logon signin welcome willkommen bienvenue bienvenido benvenuto hello hallo bonjour hola
letmein letmeinnow openup opensesame sesame master superman batman spiderman ironman wonderwoman superuser supervisor manager boss
secret geheim topsecret private access account changeme changeit change default temp temporary test testing tester testtest demo sample
qwerty qwertyuiop qwertz qwertzuiop azerty azertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc
1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 a1b2c3d4 abcd1234 abc12345 1234qwer qwer1234 asdf1234 zaq12wsx zaq1zaq1 aa123456
12341234 11223344 112233445566 12344321 87654321 123123123 147258369 159357456 741852963 789456123 123654789 31415926 14141414 20202020
iloveyou iloveu ilovethis loveyou lovely love lover loveme mylove truelove sweetheart darling honey sugar candy cookie chocolate princess
prinzessin queen king prince angel angels angelo heaven devil demon dragon tiger lion eagle falcon wolf panther monkey kitty kitten puppy
doggy bunny rabbit horse dolphin butterfly flower flowers sunflower rose lily daisy sunshine sonnenschein moonlight starlight rainbow star
stars sunset summer winter spring autumn sommer fruehling frühling herbst january february march april june july august september october
november december januar februar märz oktober dezember monday tuesday wednesday thursday friday saturday sunday montag freitag sonntag
football fussball fußball soccer baseball basketball hockey tennis golf rugby cricket arsenal chelsea liverpool everton barcelona realmadrid
juventus bayern borussia dortmund manchester united cowboys yankees lakers raiders steelers eagles packers rangers ferrari porsche mercedes
mustang corvette harley yamaha honda toyota computer internet windows microsoft google facebook apple iphone samsung android linkedin twitter
starwars starwars1 startrek matrix trustno1 pokemon pikachu naruto minecraft fortnite nintendo playstation xbox gamer gaming zelda mario
metallica slipknot nirvana eminem blink182 beatles guitar music rockstar rocknroll michael jennifer jessica michelle ashley nicole daniel
andrew joshua matthew anthony robert thomas charlie jordan hunter hannah samantha amanda alexander alexandra elizabeth victoria christian
christopher william richard patrick sebastian stefan andreas martina francesco alessandro giuseppe carlos alejandro fernando nathalie isabelle
maggie pepper ginger buster bailey shadow midnight silver golden diamond purple orange yellow black white freedom whatever nothing forever
together family mother father daddy mommy mama papa brother sister friends bestfriend babygirl babyboy baby buddy killer hacker ninja samurai
pirate soldier warrior knight wizard merlin gandalf phoenix thunder lightning storm hurricane trouble success victory winner champion number
jesus jesuschrist christ god blessed faith grace hope peace happy happiness smile lucky crazy fuckyou fuckoff asshole bitch sexy america
england london paris berlin austria vienna wien germany deutschland france italia espana brasil mexico canada australia newyork chicago dallas
texas california florida boston company office business service support security server system network database backup internet1 finance
cinema kino movie movies film films theater theatre popcorn ticket tickets boxoffice hollywood netflix actor director studio projector screen
correcthorsebatterystaple thisisapassword mypassword yourpassword newpassword password1 password12 password123 admin123 admin1234 root1234
welcome1 letmein1 iloveyou1 monkey123 dragon123 sunshine1 princess1 football1 charlie1 superman1 michael1 passw0rd1 p@ssw0rd p@ssword pa55word
`
    .trim()
    .split(/\s+/),
)
