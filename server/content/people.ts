/** Pairs of matching given names and family names, by region. There are fifteen people per region. */
export const people: readonly (readonly [given: string, family: string])[] = [
  [
    'Amara Chidi Ngozi Emeka Ifeoma Obinna Adaeze Kelechi Uche Nneka Tobenna Chiamaka Ikenna Ogechi Somto',
    'Okafor Nwosu Eze Adichie Onyekachi Obi Umeh Nnamdi Achebe Okonkwo Madu Anozie Ekwueme Ibekwe Uzoma',
  ],
  [
    'Freja Mikkel Ingrid Lars Astrid Søren Sigrid Henrik Solveig Anders Liv Magnus Ylva Torsten Maja',
    'Lindqvist Halvorsen Nygaard Bergström Dahl Åkesson Møller Sandberg Ekström Holm Thorsen Vik Sjöberg Lund Rasmussen',
  ],
  [
    'Ananya Rohan Priya Arjun Meera Vikram Kavya Siddharth Lakshmi Nikhil Divya Aditya Ishani Karthik Sunita',
    'Iyer Mehta Chatterjee Reddy Nair Kulkarni Bose Menon Deshpande Banerjee Pillai Joshi Sengupta Rao Patel',
  ],
  [
    'Meilin Haoran Xiulan Zihan Yating Junjie Ruoxi Wenhao Lihua Tianyu Shufen Boyang Jiayi Guowei Qinglan',
    'Zhang Liu Huang Chen Lin Zhao Xu Gao Tang Luo Deng Fang Jiang Song Cai',
  ],
  [
    'Layla Omar Yasmin Karim Salma Tariq Nadia Youssef Rania Samir Huda Bilal Amira Walid Dalia',
    'Haddad Mansour Khoury Nasser Farouk Sabbagh Darwish Hamdan Rahal Aziz Bishara Kassem Shaheen Zaki Qasim',
  ],
  [
    'Valentina Mateo Camila Santiago Lucía Emiliano Ximena Joaquín Renata Thiago Paloma Ignacio Marisol Rafael Abril',
    'Herrera Quispe Fuentes Villalobos Cárdenas Peralta Rojas Ibarra Montoya Salazar Zúñiga Bustamante Arriaga Mamani Ocampo',
  ],
  [
    'Katarzyna Miloš Zofia Dmitri Jana Tomasz Ludmila Pavel Agnieszka Stanislav Oksana Marek Vesna Bohdan Irena',
    'Kowalska Novák Wójcik Petrenko Horák Zieliński Kovalenko Dvořák Lewandowska Marić Shevchenko Krejčí Petrović Bondar Kučera',
  ],
  [
    'Haruka Kenji Yui Takumi Sakura Ren Akiko Daichi Natsuki Shota Mariko Hiroto Emi Kaito Chihiro',
    'Tanaka Nakamura Fujimoto Sato Ishikawa Kobayashi Matsuda Ogawa Hayashi Shimizu Mori Kondo Ueno Yamashita Arai',
  ],
  [
    'Minji Jihoon Soyeon Dohyun Eunji Hyunwoo Yuna Sangmin Haeun Taeyang Jiwoo Seojun Nari Kyungsoo Bora',
    'Kim Park Choi Jung Kang Yoon Seo Hwang Shin Kwon Ryu Moon Baek Nam Bae',
  ],
  [
    'Linh Quang Thảo Minh Hương Đức Ngọc Tuấn Mai Phúc Trang Khải Vân Long Yến',
    'Nguyễn Trần Phạm Hoàng Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Huỳnh Lê Phan',
  ],
  [
    'Elif Emre Defne Kerem Zeynep Mert Ayşe Burak Selin Onur Derya Kaan Nil Cem Melis',
    'Yılmaz Demir Aydın Çelik Kaya Öztürk Şahin Arslan Doğan Koç Kurt Polat Güneş Erdem Tekin',
  ],
  [
    'Leilani Tane Moana Sione Aroha Kainoa Marama Tevita Ngaire Manu Hinewai Rangi Sina Wiremu Kalani',
    'Kealoha Parata Tuilagi Henare Kahananui Faleolo Ngata Taufa Waititi Mahuta Kamaka Leota Rewi Solomona Akana',
  ],
  [
    'Imogen Rhys Eleanor Callum Beatrix Alasdair Niamh Owen Harriet Declan Maeve Fergus Tamsin Ewan Rowena',
    'Hartley Pritchard Ashworth MacLeod Fairbairn Gallagher Penrose Whitlock Byrne Llewellyn Thorne Sinclair Ramsay Kerrigan Winslow',
  ],
  [
    'Margaux Lukas Élodie Matthias Camille Felix Aurélie Jonas Clémence Florian Anouk Moritz Solène Emil Juliette',
    'Lefèvre Brandt Moreau Hoffmann Girard Schreiber Fontaine Vogel Chevalier Krüger Delacroix Bergmann Rousseau Winkler Marchand',
  ],
  [
    'Selam Dawit Hana Yonas Makeda Abel Tigist Bereket Wanjiru Otieno Akinyi Kamau Zawadi Juma Neema',
    'Tesfaye Bekele Girma Alemu Haile Wolde Kebede Mengistu Njoroge Odhiambo Mwangi Kiprop Wambui Mushi Kimani',
  ],
  [
    'Giulia Nikos Chiara Andreas Martina Stavros Beatriz Tiago Francesca Dimitra Leonor Duarte Alessia Vasilis Inês',
    'Ferraro Papadakis Moretti Christou Lombardi Economou Carvalho Figueiredo Bianchi Stavrou Teixeira Azevedo Conti Kostas Nogueira',
  ],
].flatMap(([given, family]) => {
  const families = family.split(' ');
  return given.split(' ').map((name, at) => [name, families[at]] as const);
});
